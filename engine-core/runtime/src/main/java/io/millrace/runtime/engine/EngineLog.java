// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Writes the lines of an engine to the worker's log: 200 at once and 20 a second; the others are counted. Any thread.
 */
final class EngineLog {

    private static final Logger LOG = LoggerFactory.getLogger("io.millrace.engine");

    static final int BURST = 200;
    static final long LINE_NANOS = 50_000_000L;
    private static final int LONGEST = 4_096;

    private static final Level[] LEVELS = {Level.DEBUG, Level.INFO, Level.WARN, Level.ERROR};

    private final String engine;
    private final LongSupplier clock;

    /** The time when all lines of the burst are free again. Guarded by this, as is {@code omitted}. */
    private long usedUntil;

    private long omitted;

    EngineLog(String engine, LongSupplier clock) {
        this.engine = engine;
        this.clock = clock;
        this.usedUntil = clock.getAsLong();
    }

    /** @param level 0 debug, 1 information, 2 warning, 3 error */
    void write(int level, String text) {
        write(level, () -> text);
    }

    /** @param text supplier, which is called if the line is not left out */
    void write(int level, Supplier<String> text) {
        if (!admits()) {
            return;
        }
        long left = takeOmitted();
        if (left > 0) {
            LOG.warn("{}: {} lines are left out here, as it writes more than the log takes", engine, left);
        }
        String line = shown(text.get());
        LOG.atLevel(LEVELS[Math.max(0, Math.min(level, LEVELS.length - 1))]).log("{}: {}", engine, line);
    }

    /** Takes a place for a line. Returns whether there was a place, and counts the line otherwise. */
    synchronized boolean admits() {
        long now = clock.getAsLong();
        usedUntil = Math.max(usedUntil, now);
        if (usedUntil - now >= BURST * LINE_NANOS) {
            omitted++;
            return false;
        }
        usedUntil += LINE_NANOS;
        return true;
    }

    /** Returns how many lines have been left out since the last line that was written. */
    synchronized long omitted() {
        return omitted;
    }

    private synchronized long takeOmitted() {
        long count = omitted;
        omitted = 0;
        return count;
    }

    /** Returns a text of an engine as one line of at most 4,096 characters. */
    static String shown(String text) {
        String cut = text.length() > LONGEST ? text.substring(0, LONGEST) + " (cut)" : text;
        return cut.chars().anyMatch(each -> each < ' ' && each != '\t')
                ? cut.replaceAll("[\\x00-\\x08\\x0A-\\x1F]", "?")
                : cut;
    }
}
