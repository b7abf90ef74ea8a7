// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.macro;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/**
 * Takes the results of {@link Shape#YAHOO_JSON}, some hundreds in a window's length, and appends them to a file for
 * {@link AdCheck}. A window may come again. Used by the task's thread.
 */
public final class AdResults {

    static final String PREFIX = "ad-results-";

    /** Which part of a line is the time at which the result was given, by {@link System#nanoTime}. */
    static final int GIVEN = 4;

    private final Path file;

    public AdResults(Path directory) {
        this.file = directory.resolve(PREFIX + UUID.randomUUID());
    }

    /**
     * Takes how many views a campaign had in a window.
     *
     * @param fromMillis begin of the window
     * @param updatedNanos when its last view was counted, by {@link System#nanoTime}
     */
    public void take(String campaign, long fromMillis, long count, long updatedNanos) {
        try {
            Files.writeString(
                    file,
                    campaign + " " + fromMillis + " " + count + " " + updatedNanos + " " + System.nanoTime() + "\n",
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }
}
