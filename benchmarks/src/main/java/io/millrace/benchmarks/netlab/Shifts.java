// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.netlab;

import io.millrace.benchmarks.macro.Signals;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * How the benchmark tells running sources, by files, that their hot keys are others now, and which of them is faster;
 * and what a source leaves for the instance that takes its task over. Used by a source's thread, and by the benchmark.
 */
final class Shifts {

    private static final String SHIFT = "shift";
    private static final String FASTER = "faster";
    private static final String RESUME = "resume-";
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final Path directory;
    private final int source;
    private long lookAt = Long.MIN_VALUE;
    private long start = Long.MAX_VALUE;
    private int shift;
    private boolean faster;

    /** @param source the index of the task that looks */
    Shifts(Path directory, int source) {
        this.directory = directory;
        this.source = source;
        Signals.up(directory, "source-" + source);
    }

    /** Moves the hot keys of all sources so many further in the ring from now on. */
    static void shift(Path directory, int by) {
        Signals.write(directory.resolve(SHIFT), Integer.toString(by));
    }

    /** Makes this source send more from now on. */
    static void speedUp(Path directory, int source) {
        Signals.write(directory.resolve(FASTER), Integer.toString(source));
    }

    /** Reads what was told, if the last time was not just now. */
    void look(long now) {
        if (lookAt != Long.MIN_VALUE && now - lookAt < 0) {
            return;
        }
        lookAt = now + LOOK_NANOS;
        start = Signals.startOf(directory);
        shift = (int) number(SHIFT, 0);
        faster = number(FASTER, -1) == source;
    }

    /** When {@link #look} reads again. */
    long nextLook() {
        return lookAt;
    }

    /** When the first tuple is due, in {@link System#nanoTime}; {@link Long#MAX_VALUE} until that is told. */
    long start() {
        return start;
    }

    int shift() {
        return shift;
    }

    boolean isFaster() {
        return faster;
    }

    /** When the next tuple is due, as the instance before has left it; {@link Long#MAX_VALUE} if there was none. */
    long resumed() {
        return number(RESUME + source, Long.MAX_VALUE);
    }

    void resumeAt(long due) {
        Signals.write(directory.resolve(RESUME + source), Long.toString(due));
    }

    private long number(String name, long otherwise) {
        Path file = directory.resolve(name);
        try {
            return Files.exists(file) ? Long.parseLong(Files.readString(file)) : otherwise;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }
}
