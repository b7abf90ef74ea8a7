// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.windows;

/**
 * The events of a job, each a function of its index: so any of them can be emitted again, and what windows contain can
 * be checked. Event time advances with the index, 10,000 events per second of it, of which one in four is late, but
 * never by as much as the lateness. With sessions, event time jumps after each 5 s, so that all sessions end.
 * Immutable.
 */
public final class EventSequence {

    /** How far events may be behind the latest one before them, in milliseconds. */
    public static final int LATENESS_MILLIS = 500;

    /** Events per millisecond of event time. */
    static final int PER_MILLI = 10;

    /** When event time begins, in milliseconds since 1970: a multiple of all windows, in the past. */
    static final long BASE_MILLIS = 1_600_000_020_000L;

    /** The time with events in sessions; {@link #BLOCK_MILLIS} is the time from one jump to the next. */
    private static final long BUSY_MILLIS = 5_000;

    static final long BLOCK_MILLIS = 8_000;

    private static final long FIRST_MULTIPLIER = 0xbf58476d1ce4e5b9L;
    private static final long SECOND_MULTIPLIER = 0x94d049bb133111ebL;
    private static final long GOLDEN = 0x9e3779b97f4a7c15L;

    private final boolean sessions;
    private final int keys;

    public EventSequence(WindowShape shape, int keys) {
        this.sessions = shape == WindowShape.SESSION;
        this.keys = keys;
    }

    /** The finaliser of SplitMix64 (Steele, Lea and Flood, Fast Splittable Pseudorandom Number Generators, 2014). */
    private static long mixed(long index) {
        long bits = (index + 1) * GOLDEN;
        bits = (bits ^ (bits >>> 30)) * FIRST_MULTIPLIER;
        bits = (bits ^ (bits >>> 27)) * SECOND_MULTIPLIER;
        return bits ^ (bits >>> 31);
    }

    /** The key, from 0 to the number of keys less one. */
    public long key(long index) {
        return (mixed(index) >>> 32) * keys >>> 32;
    }

    /** What is summed up. */
    public long value(long index) {
        return mixed(index) & 0xff;
    }

    /** The event time, in milliseconds since 1970. */
    public long millis(long index) {
        long bits = mixed(index) >>> 8 & 0xfff;
        return inOrder(index) - (bits >>> 10 == 0 ? bits * LATENESS_MILLIS >>> 10 : 0);
    }

    /** The time of the event if it is not late. */
    long inOrder(long index) {
        long millis = index / PER_MILLI;
        return BASE_MILLIS + (sessions ? millis / BUSY_MILLIS * BLOCK_MILLIS + millis % BUSY_MILLIS : millis);
    }

    /** The first event that has this time or a later one if none is late. */
    long firstInOrder(long millis) {
        long since = Math.max(0, millis - BASE_MILLIS);
        if (sessions) {
            since = since / BLOCK_MILLIS * BUSY_MILLIS + Math.min(BUSY_MILLIS, since % BLOCK_MILLIS);
        }
        return since * PER_MILLI;
    }

    /** The event with which all sources have had one so late that the watermark passes the end of a window. */
    long passing(long end) {
        long first = firstInOrder(end + LATENESS_MILLIS);
        long last = first;
        for (int source = 0; source < Job.TASKS; source++) {
            long index = first + Math.floorMod(source - first, (long) Job.TASKS);
            while (millis(index) < end + LATENESS_MILLIS) {
                index += Job.TASKS;
            }
            last = Math.max(last, index);
        }
        return last;
    }

    /** Which jump of event time this comes before; of sessions only. */
    static int block(long millis) {
        return (int) ((millis - BASE_MILLIS + LATENESS_MILLIS) / BLOCK_MILLIS);
    }
}
