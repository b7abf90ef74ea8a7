// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.faults;

import io.millrace.api.error.TopologyException;
import io.millrace.cluster.model.ClusterException;
import java.util.concurrent.TimeUnit;

/** A call of a client by a thread of its own, and how long it took. */
final class TimedCall {

    /** @param text the error's message, or that there was none */
    record Outcome(boolean succeeded, String text, long millis) {}

    private static final long MOST_SECONDS = 120;

    private final Thread thread;
    private volatile Outcome outcome = new Outcome(false, "no answer", TimeUnit.SECONDS.toMillis(MOST_SECONDS));

    private TimedCall(Runnable call) {
        thread = new Thread(() -> outcome = made(call), "timed-call");
        thread.setDaemon(true);
    }

    static TimedCall start(Runnable call) {
        TimedCall timed = new TimedCall(call);
        timed.thread.start();
        return timed;
    }

    private static Outcome made(Runnable call) {
        long begin = System.nanoTime();
        try {
            call.run();
            return new Outcome(true, "done", millisSince(begin));
        } catch (ClusterException | TopologyException e) {
            return new Outcome(false, e.getMessage(), millisSince(begin));
        }
    }

    private static long millisSince(long nanoTime) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - nanoTime);
    }

    Outcome await() throws InterruptedException {
        thread.join(TimeUnit.SECONDS.toMillis(MOST_SECONDS));
        return outcome;
    }
}
