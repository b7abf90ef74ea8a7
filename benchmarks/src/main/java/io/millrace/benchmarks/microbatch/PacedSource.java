// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.microbatch;

import io.millrace.api.OutputDeclarer;
import io.millrace.api.Spout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;

/** Emits records of 20 bytes at a rate that may change, one with a call, from when they were due. */
final class PacedSource implements Spout {

    private static final long serialVersionUID = 1L;

    static final int BYTES = 20;

    /** A rate at which more is due than any source emits. */
    static final double UNLIMITED = Double.POSITIVE_INFINITY;

    private final double[] rates;
    private final long stepNanos;
    private final long start;

    private transient TaskContext context;
    private transient SpoutCollector out;
    private transient byte[] payload;

    /** When the next record is due, since the start. */
    private transient double due;

    /**
     * @param start when the first record is due, as {@link System#nanoTime()}
     * @param stepNanos for how long a rate holds
     * @param rates in records per second, one after the other
     */
    PacedSource(long start, long stepNanos, double... rates) {
        this.start = start;
        this.stepNanos = stepNanos;
        this.rates = rates;
    }

    @Override
    public void declareOutputs(OutputDeclarer declarer) {
        declarer.declare("record");
    }

    @Override
    public void open(TaskContext task, SpoutCollector collector) {
        context = task;
        out = collector;
        payload = new byte[BYTES];
    }

    @Override
    public void nextTuple() {
        long now = context.nanoTime();
        int step = (int) (due / stepNanos);
        if (step >= rates.length) {
            out.idleUntil(now + stepNanos);
            return;
        }
        if (rates[step] == UNLIMITED) {
            due = Math.max(0, now - start);
            if (now < start) {
                out.idleUntil(start);
            } else {
                out.emit((Object) payload);
            }
            return;
        }
        long time = start + (long) due;
        if (time > now) {
            out.idleUntil(time);
            return;
        }
        out.intendedAt(time);
        out.emit((Object) payload);
        due += 1e9 / rates[step];
    }
}
