package io.millrace.benchmarks.peers.flink;

import io.millrace.benchmarks.macro.Payloads;
import java.io.Serializable;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/** What all source tasks are made of; each emits what is due by itself, so there are no splits to hand out. */
final class DueSource<P> implements Source<Tuple2<P, Long>, Position, Void> {

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
