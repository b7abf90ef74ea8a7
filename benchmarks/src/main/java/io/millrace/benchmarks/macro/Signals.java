// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.macro;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * What the processes of one measurement tell each other by files; times are {@link System#nanoTime} of this machine.
 */
public final class Signals {

    private static final String UP = "up-";
    private static final String START = "start";
    private static final long POLL_MILLIS = 50;

    private Signals() {}

    /** A source or a sink is ready. */
    public static void up(Path directory, String who) {
        write(directory.resolve(UP + who), "");
    }

    public static long countUp(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.getFileName().toString().startsWith(UP))
                    .count();
        }
    }

    /** All are ready: the first tuple is due at this time. */
    public static void start(Path directory, long nanoTime) {
        write(directory.resolve(START), Long.toString(nanoTime));
    }

    /** When the first tuple is due; {@link Long#MAX_VALUE} if that is not known yet. */
    public static long startOf(Path directory) {
        Path file = directory.resolve(START);
        try {
            return Files.exists(file) ? Long.parseLong(Files.readString(file)) : Long.MAX_VALUE;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    /** Whole or not at all. */
    public static void write(Path file, String text) {
        try {
            Path unfinished = file.resolveSibling("." + file.getFileName());
            Files.writeString(unfinished, text);
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }

    /** What is waited for. */
    public interface Condition {
        boolean holds() throws IOException;
    }

    /**
     * Waits until something holds.
     *
     * @param what names it, for the error
     */
    public static void await(String what, long seconds, Condition condition) throws IOException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (!condition.holds()) {
            if (System.nanoTime() - end > 0) {
                throw new IOException("waited " + seconds + " s in vain for " + what);
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    /** Returns at this time of {@link System#nanoTime}, or at once if it is over. */
    public static void sleepUntil(long nanoTime) throws InterruptedException {
        long left = nanoTime - System.nanoTime();
        if (left > 0) {
            TimeUnit.NANOSECONDS.sleep(left);
        }
    }
}
