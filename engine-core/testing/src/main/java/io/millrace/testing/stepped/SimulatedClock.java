// SPDX-License-Identifier: Apache-2.0
package io.millrace.testing.stepped;

import java.util.function.LongSupplier;

/** A clock that stands still until it is set. Confined to one thread. */
public final class SimulatedClock implements LongSupplier {

    private long nanos = 1_000_000_000;

    @Override
    public long getAsLong() {
        return nanos;
    }

    void advanceTo(long time) {
        nanos = Math.max(nanos, time);
    }
}
