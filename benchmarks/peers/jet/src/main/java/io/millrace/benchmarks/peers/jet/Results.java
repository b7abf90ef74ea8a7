// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.jet;

import com.hazelcast.jet.core.AbstractProcessor;
import com.hazelcast.jet.core.Processor;
import com.hazelcast.jet.core.Watermark;
import com.hazelcast.jet.datamodel.KeyedWindowResult;
import com.hazelcast.jet.datamodel.Tuple2;
import io.millrace.benchmarks.windows.ResultSink;

/** Takes the results of windows. */
final class Results extends AbstractProcessor {

    private final String job;
    private final String directory;
    private ResultSink sink;

    Results(String job, String directory) {
        this.job = job;
        this.directory = directory;
    }

    @Override
    protected void init(Processor.Context context) {
        sink = new ResultSink(job, directory, context.globalProcessorIndex());
    }

    @Override
    protected boolean tryProcess(int ordinal, Object item) {
        KeyedWindowResult<?, ?> result = (KeyedWindowResult<?, ?>) item;
        Tuple2<?, ?> countAndSum = (Tuple2<?, ?>) result.result();
        sink.take(result.start(), result.end(), (Long) countAndSum.f0(), (Long) countAndSum.f1());
        return true;
    }

    @Override
    public boolean tryProcessWatermark(Watermark watermark) {
        return true;
    }

    @Override
    public boolean saveToSnapshot() {
        return true;
    }
}
