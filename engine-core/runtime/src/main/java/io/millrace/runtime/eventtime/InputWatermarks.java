package io.millrace.runtime.eventtime;

import io.millrace.runtime.routing.TaskSet;
import io.millrace.runtime.tuple.Watermark;
import java.util.Arrays;

/** How far event time has come at a bolt task: the least of its live inputs. Confined to the thread of the task's executor. */
final class InputWatermarks {

    private final TaskSet sources;
    private final long[] told;
    private long current = Watermark.NONE;
    private boolean idle;

    /** @param sources the upstream tasks that send watermarks, at least one */
    InputWatermarks(TaskSet sources) {
        this.sources = sources;
        this.told = new long[sources.size()];
        Arrays.fill(told, Watermark.NONE);
    }

    /** Takes what a source tells. Returns whether {@link #output} has changed. */
    boolean received(int source, long millis) {
        int index = sources.indexOf(source);
        if (index < 0) {
            return false;
        }
        long before = told[index];
        told[index] = millis;
        // Only the one that holds the others back can let them go on
        return (before <= current || before == Watermark.IDLE || millis == Watermark.IDLE) && look();
    }

    private boolean look() {
        long least = Watermark.END;
        boolean allIdle = true;
        for (long each : told) {
            if (each != Watermark.IDLE) {
                allIdle = false;
                least = Math.min(least, each);
            }
        }
        boolean wasIdle = idle;
        idle = allIdle;
        if (!allIdle && least > current) {
            current = least;
            return true;
        }
        return wasIdle != idle;
    }

    /** Returns how far event time has come; never goes back. */
    long current() {
        return current;
    }

    /** Returns what the tasks behind this one are told. */
    long output() {
        return idle ? Watermark.IDLE : current;
    }

    /** Begins with what a snapshot says. */
    void restore(long millis) {
        current = Math.max(current, millis);
    }

    /** Returns the source that holds event time back; -1 if all are idle or have come to their end. */
    int slowest() {
        int slowest = -1;
        long least = Watermark.END;
        for (int i = 0; i < told.length; i++) {
            if (told[i] != Watermark.IDLE && told[i] < least) {
                least = told[i];
                slowest = sources.task(i);
            }
        }
        return slowest;
    }
}
