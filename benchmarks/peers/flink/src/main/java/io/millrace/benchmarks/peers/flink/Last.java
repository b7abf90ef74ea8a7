// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.flink;

import io.millrace.benchmarks.macro.Shape;
import io.millrace.benchmarks.macro.Sink;
import io.millrace.benchmarks.macro.Workload;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.api.java.tuple.Tuple2;

/** The sink; counts words if they are words. */
final class Last<P> implements org.apache.flink.api.connector.sink2.Sink<Tuple2<P, Long>> {

    private static final long serialVersionUID = 1L;

    private final String workload;
    private final String directory;

    Last(String workload, String directory) {
        this.workload = workload;
        this.directory = directory;
    }

    @Override
    public SinkWriter<Tuple2<P, Long>> createWriter(WriterInitContext context) {
        Workload work = Workload.decode(workload);
        String name = Integer.toString(context.getTaskInfo().getIndexOfThisSubtask());
        return new Writer<>(work.shape() == Shape.WORDCOUNT, new Sink(work, Path.of(directory), name));
    }

    /** Used by the sink's task. */
    private static final class Writer<P> implements SinkWriter<Tuple2<P, Long>> {

        private final boolean words;
        private final Sink sink;
        private final Map<P, Long> counts = new HashMap<>();

        Writer(boolean words, Sink sink) {
            this.words = words;
            this.sink = sink;
        }

        @Override
        public void write(Tuple2<P, Long> tuple, Context context) {
            if (words) {
                counts.merge(tuple.f0, 1L, Long::sum);
            }
            sink.take(tuple.f1);
        }

        @Override
        public void flush(boolean endOfInput) {}

        @Override
        public void close() {}
    }
}
