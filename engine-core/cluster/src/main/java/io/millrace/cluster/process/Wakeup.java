// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.process;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Lets a loop sleep until a signal or a time-out. Several signals before a wait count as one. */
public final class Wakeup {

    private final Semaphore signal = new Semaphore(0);

    /** Sends a signal. Any thread. */
    public void signal() {
        if (signal.availablePermits() == 0) {
            signal.release();
        }
    }

    /** Waits for a signal. The loop's thread. */
    public void await(long mostMillis) throws InterruptedException {
        if (signal.tryAcquire(mostMillis, TimeUnit.MILLISECONDS)) {
            signal.drainPermits();
        }
    }
}
