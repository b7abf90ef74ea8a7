// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.flink;

import io.millrace.benchmarks.windows.ResultSink;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.api.java.tuple.Tuple5;

/** The sink of results. */
final class ResultFlinkSink implements Sink<Tuple5<Long, Long, Long, Long, Long>> {

    private static final long serialVersionUID = 1L;

    private final String job;
    private final String directory;

    ResultFlinkSink(String job, String directory) {
        this.job = job;
        this.directory = directory;
    }

    @Override
    public SinkWriter<Tuple5<Long, Long, Long, Long, Long>> createWriter(WriterInitContext context) {
        return new Writer(new ResultSink(job, directory, context.getTaskInfo().getIndexOfThisSubtask()));
    }

    /** Used by the task of the windows, with which the sink is chained. */
    private record Writer(ResultSink sink) implements SinkWriter<Tuple5<Long, Long, Long, Long, Long>> {

        @Override
        public void write(Tuple5<Long, Long, Long, Long, Long> result, Context context) {
            sink.take(result.f1, result.f2, result.f3, result.f4);
        }

        @Override
        public void flush(boolean endOfInput) {}

        @Override
        public void close() {}
    }
}
