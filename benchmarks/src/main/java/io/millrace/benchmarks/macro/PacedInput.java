// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.macro;

import java.nio.file.Path;

/** Makes payloads when they are due. */
final class PacedInput implements Input {

    private final Workload workload;
    private final Payloads payloads;
    private final Pace pace;
    private Object payload;
    private long dueNanos;

    PacedInput(Workload workload, Path directory, int source) {
        this.workload = workload;
        this.payloads = new Payloads(source);
        this.pace = new Pace(workload, directory, source);
    }

    @Override
    public boolean next() {
        long due = pace.next(System.nanoTime());
        if (due == Long.MAX_VALUE) {
            return false;
        }
        payload = payloads.of(workload.shape(), pace.position(), due);
        dueNanos = due;
        pace.emitted();
        return true;
    }

    @Override
    public Object payload() {
        return payload;
    }

    @Override
    public long dueNanos() {
        return dueNanos;
    }

    @Override
    public long position() {
        return pace.position();
    }

    @Override
    public void restore(long position) {
        pace.restore(position);
    }

    @Override
    public void skipDue() {
        pace.goOnAt(System.nanoTime());
    }
}
