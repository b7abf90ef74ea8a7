// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.flink;

import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.java.tuple.Tuple3;

/** What the source tasks of windows are made of. */
final class EventFlinkSource extends PacedSource<Tuple3<Long, Long, Long>> {

    private static final long serialVersionUID = 1L;

    private final String job;
    private final String directory;

    EventFlinkSource(String job, String directory) {
        this.job = job;
        this.directory = directory;
    }

    @Override
    public SourceReader<Tuple3<Long, Long, Long>, Position> createReader(SourceReaderContext context) {
        return new EventReader(job, directory, context.getIndexOfSubtask());
    }
}
