package io.millrace.benchmarks.peers.flink;

import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/** What the source tasks of windows are made of; as in {@link DueSource} there are no splits to hand out. */
final class EventFlinkSource implements Source<Tuple3<Long, Long, Long>, Position, Void> {

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

    @Override
    public Boundedness getBoundedness() {
        return Boundedness.CONTINUOUS_UNBOUNDED;
    }

    @Override
    public SplitEnumerator<Position, Void> createEnumerator(SplitEnumeratorContext<Position> context) {
        return new Position.Enumerator();
    }

    @Override
    public SplitEnumerator<Position, Void> restoreEnumerator(
            SplitEnumeratorContext<Position> context, Void checkpoint) {
        return new Position.Enumerator();
    }

    @Override
    public SimpleVersionedSerializer<Position> getSplitSerializer() {
        return new Position.Serializer();
    }

    @Override
    public SimpleVersionedSerializer<Void> getEnumeratorCheckpointSerializer() {
        return new Position.NothingSerializer();
    }
}
