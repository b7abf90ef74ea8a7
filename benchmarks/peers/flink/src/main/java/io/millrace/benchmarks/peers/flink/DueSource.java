// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.flink;

import io.millrace.benchmarks.macro.Payloads;
import java.io.Serializable;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.java.tuple.Tuple2;

/** What all source tasks are made of; each emits what is due by itself. */
final class DueSource<P> extends PacedSource<Tuple2<P, Long>> {

    private static final long serialVersionUID = 1L;

    /** Which of the payloads to emit. */
    interface Choice<P> extends Function<Payloads, Supplier<P>>, Serializable {}

    private final String workload;
    private final String directory;
    private final Choice<P> choice;

    DueSource(String workload, String directory, Choice<P> choice) {
        this.workload = workload;
        this.directory = directory;
        this.choice = choice;
    }

    @Override
    public SourceReader<Tuple2<P, Long>, Position> createReader(SourceReaderContext context) {
        int index = context.getIndexOfSubtask();
        return new DueReader<>(workload, directory, index, choice.apply(new Payloads(index)));
    }
}
