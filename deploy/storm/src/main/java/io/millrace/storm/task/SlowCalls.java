// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.task;

import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds a bolt whose calls are so slow that it should not share a thread. The task's thread calls. */
final class SlowCalls {

    private static final Logger LOG = LoggerFactory.getLogger(SlowCalls.class);
    private static final long SLOW_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final int IN_A_ROW = 3;

    /** One call in so many is timed. */
    private static final int SAMPLE = 8;

    private int calls;
    private int slow;
    private long begun;

    /** A call begins. Returns whether it is timed. */
    boolean begins() {
        if (calls++ % SAMPLE != 0) {
            return false;
        }
        begun = System.nanoTime();
        return true;
    }

    /** A call that was timed has ended. Returns whether the bolt has been slow often enough. */
    boolean ended(String component, int task) {
        slow = System.nanoTime() - begun < SLOW_NANOS ? 0 : slow + 1;
        if (slow < IN_A_ROW) {
            return false;
        }
        LOG.warn(
                "component '{}', task {}: {} timed calls in a row took more than {} ms: it has a thread of its"
                        + " own from now on",
                component,
                task,
                slow,
                TimeUnit.NANOSECONDS.toMillis(SLOW_NANOS));
        return true;
    }
}
