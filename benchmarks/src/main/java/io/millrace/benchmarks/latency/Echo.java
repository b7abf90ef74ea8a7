// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.latency;

import org.openjdk.jmh.infra.Control;

/** Sends back the numbers of the messages that come. One thread. */
final class Echo {

    private final Receiving arrivals;
    private final Sending back;
    private final Word echoed = Word.ofThisProcess();

    Echo(Receiving arrivals, Sending back) {
        this.arrivals = arrivals;
        this.back = back;
    }

    /** Waits for a message and sends its number back. At the end of an iteration it does not wait, as none may come. */
    long echo(Control control) {
        while (!turn() && !control.stopMeasurement) {
            Thread.onSpinWait();
        }
        return echoed.getAcquire();
    }

    /** Sends a number back if a message has come, and there is room. */
    boolean turn() {
        long number = arrivals.newest();
        if (number == echoed.getAcquire() || !back.send(number)) {
            return false;
        }
        echoed.setRelease(number);
        return true;
    }
}
