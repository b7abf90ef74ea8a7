// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.flink;

import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.java.tuple.Tuple2;

/** What all source tasks are made of; each emits what is due by itself. */
final class DueSource<P> extends PacedSource<Tuple2<P, Long>> {

    private static final long serialVersionUID = 1L;

    private final String workload;
    private final String directory;

    DueSource(String workload, String directory) {
        this.workload = workload;
        this.directory = directory;
    }

    @Override
    public SourceReader<Tuple2<P, Long>, Position> createReader(SourceReaderContext context) {
        return new DueReader<>(workload, directory, context.getIndexOfSubtask());
    }
}
