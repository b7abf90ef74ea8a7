package io.millrace.benchmarks.peers.flink;

import io.millrace.benchmarks.windows.EventSequence;
import io.millrace.benchmarks.windows.EventSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.core.io.InputStatus;

/** One source task of windows; it waits as {@link DueReader} does. Used by the task's thread. */
final class EventReader implements SourceReader<Tuple3<Long, Long, Long>, Position> {

    private final int index;
    private final EventSource source;
    private final EventSequence sequence;

    EventReader(String job, String directory, int index) {
        this.index = index;
        this.source = new EventSource(job, directory, index);
        this.sequence = source.sequence();
    }

    @Override
    public InputStatus pollNext(ReaderOutput<Tuple3<Long, Long, Long>> out) {
        long event = source.next(System.nanoTime());
        if (event == EventSource.NONE) {
            Thread.yield();
        } else {
            out.collect(Tuple3.of(sequence.key(event), sequence.millis(event), sequence.value(event)));
            source.emitted();
        }
        return InputStatus.MORE_AVAILABLE;
    }

    @Override
    public CompletableFuture<Void> isAvailable() {
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public void start() {}

    @Override
    public List<Position> snapshotState(long checkpoint) {
        return List.of(new Position(index, source.position()));
    }

    @Override
    public void addSplits(List<Position> positions) {
        positions.forEach(position -> source.restore(position.emitted()));
    }

    @Override
    public void notifyNoMoreSplits() {}

    @Override
    public void close() {}
}
