// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.metrics;

import java.nio.ByteBuffer;

/** The latest value of a gauge in metrics memory. Only the thread of its task's executor writes it. */
public final class GaugeCell {

    private final ByteBuffer memory;
    private final int at;

    GaugeCell(ByteBuffer memory, int at) {
        this.memory = memory;
        this.at = at;
    }

    public void set(double value) {
        MetricsMemory.putRelease(memory, at, Double.doubleToRawLongBits(value));
    }
}
