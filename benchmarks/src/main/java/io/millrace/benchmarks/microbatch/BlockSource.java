// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.microbatch;

import io.millrace.api.OutputDeclarer;
import io.millrace.api.Spout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;

/** Emits as fast as it can. */
final class BlockSource implements Spout {

    private static final long serialVersionUID = 1L;

    private final int emissions;
    private final int bytes;

    private transient SpoutCollector out;
    private transient byte[] payload;

    /**
     * @param emissions of one call
     * @param bytes of an emission
     */
    BlockSource(int emissions, int bytes) {
        this.emissions = emissions;
        this.bytes = bytes;
    }

    @Override
    public void declareOutputs(OutputDeclarer declarer) {
        declarer.declare("record");
    }

    @Override
    public void open(TaskContext task, SpoutCollector collector) {
        out = collector;
        payload = new byte[bytes];
    }

    @Override
    public void nextTuple() {
        for (int i = 0; i < emissions; i++) {
            out.emit((Object) payload);
        }
    }
}
