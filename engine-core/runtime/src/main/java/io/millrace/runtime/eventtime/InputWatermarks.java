// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.eventtime;

import io.millrace.runtime.grouping.TaskSet;
import io.millrace.runtime.tuple.Watermark;
import java.util.Arrays;

/** The event time of a bolt task: the least of its live inputs. Confined to the thread of the task's executor. */
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

    /** Takes the watermark of a source. Returns whether {@link #output} has changed. */
    boolean received(int source, long millis) {
        int index = sources.indexOf(source);
        if (index < 0) {
            return false;
        }
        long before = told[index];
        told[index] = millis;
        // Only the source with the least watermark can advance the others
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

    /** Returns the event time, which never goes back. */
    long current() {
        return current;
    }

    /** Returns the watermark for the tasks downstream. */
    long output() {
        return idle ? Watermark.IDLE : current;
    }

    /** Begins with the event time of a snapshot. */
    void restore(long millis) {
        current = Math.max(current, millis);
    }

    /** Returns the source that holds event time back; -1 if all are idle or have ended. */
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
