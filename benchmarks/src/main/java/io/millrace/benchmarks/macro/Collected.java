// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.macro;

import io.millrace.api.OutputDeclarer;
import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;
import io.millrace.operators.Bolts;
import io.millrace.operators.batch.BatchBolt;
import io.millrace.operators.batch.BatchEmitter;
import io.millrace.operators.batch.BatchingBolt;
import java.time.Duration;
import java.util.List;

/** Passes on what sources have emitted during an interval, all at its end, as an engine of micro-batches does. */
final class Collected implements BatchBolt {

    private static final long serialVersionUID = 1L;

    /** Only the time closes batches. */
    private static final int MOST_COUNT = 1 << 20;

    private static final long MOST_BYTES = 1 << 30;

    /** The place of the way among the values of tuples that have one. */
    private static final int WAY = 2;

    private final String workload;
    private final Trace trace;
    private transient Trace.Open open;

    private Collected(String workload, Trace trace) {
        this.workload = workload;
        this.trace = trace;
    }

    /** @param workload encoded */
    static BatchingBolt during(Duration interval, String workload, Trace trace) {
        return Bolts.batch(MOST_COUNT, MOST_BYTES, interval, new Collected(workload, trace));
    }

    @Override
    public void declareOutputs(OutputDeclarer declarer) {
        WorkloadTopology.declareSource(declarer, Workload.decode(workload), trace);
    }

    @Override
    public void prepare(TaskContext context) {
        open = trace.open();
    }

    @Override
    public void execute(List<Tuple> batch, BatchEmitter out) {
        for (Tuple tuple : batch) {
            Object[] values = tuple.values().toArray();
            if (values.length > WAY) {
                values[WAY] = open.arrive(tuple);
            }
            out.emitFor(tuple, values);
        }
    }
}
