// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.latency;

import org.openjdk.jmh.infra.Control;

/** Sends messages, each when the echo of the one before has come. One thread. */
final class Asker {

    /** How often it looks whether the other process lives: each some milliseconds. */
    private static final long SPINS_PER_LOOK = 1 << 20;

    private final Sending there;
    private final Receiving back;
    private final Runnable look;
    private final Word asked = Word.ofThisProcess();

    /** @param look throws if no echo can come any more */
    Asker(Sending there, Receiving back, Runnable look) {
        this.there = there;
        this.back = back;
        this.look = look;
    }

    /** Returns the message's number. At the end of an iteration it does not wait, as the echoing thread may be gone. */
    long ask(Control control) {
        long number = asked.getAcquire() + 1;
        if (control.stopMeasurement) {
            return number;
        }
        asked.setRelease(number);
        boolean sent = there.send(number);
        for (long spins = 1; (!sent || back.newest() < number) && !control.stopMeasurement; spins++) {
            if (spins % SPINS_PER_LOOK == 0) {
                look.run();
            }
            Thread.onSpinWait();
            sent = sent || there.send(number);
        }
        return number;
    }
}
