// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

import java.util.function.LongSupplier;

/** The share of the engines' time that was used. Confined to the task's thread. */
final class EngineUse {

    private final LongSupplier clock;
    private long since;
    private int ready;
    private int busy;
    private double readyNanos;
    private double busyNanos;

    EngineUse(LongSupplier clock) {
        this.clock = clock;
        this.since = clock.getAsLong();
    }

    /** From now on these numbers of engines are ready and busy. */
    void changed(int nowReady, int nowBusy) {
        add();
        ready = nowReady;
        busy = nowBusy;
    }

    private void add() {
        long now = clock.getAsLong();
        readyNanos += (double) (now - since) * ready;
        busyNanos += (double) (now - since) * busy;
        since = now;
    }

    /** Returns the share since the last call, 0 to 1. */
    double share() {
        add();
        double share = readyNanos == 0 ? 0 : busyNanos / readyNanos;
        readyNanos = 0;
        busyNanos = 0;
        return share;
    }
}
