// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.demo;

import io.millrace.api.config.Config;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The options of a demonstration.
 *
 * @param input the text to read
 * @param repeat the number of times that the text is read; empty for about ten seconds of work
 * @param rate sentences per second, 0 for as fast as possible
 * @param kill whether a worker is killed when half of the work is done
 * @param settings the topology's settings of the command line
 */
public record DemoOptions(
        Input input, Optional<Integer> repeat, int rate, int workers, boolean kill, Program program, Config settings) {

    /**
     * What runs.
     *
     * @param jar the word count example
     * @param libs the jars that it needs, or their directories
     */
    public record Program(Path jar, List<Path> libs) {}

    /** The source of the text. */
    public interface Input {

        /** Copies the text into a file, which the topology reads. */
        DemoText copy(Path to) throws IOException;
    }

    static final int VIEW_SECONDS = 10;

    /** Returns the number of times that a text with this many lines is read. */
    int passes(long lines) {
        if (repeat.isPresent()) {
            return repeat.get();
        }
        long wanted = (long) rate * VIEW_SECONDS;
        return (int) Math.max(1, (wanted + lines - 1) / lines);
    }
}
