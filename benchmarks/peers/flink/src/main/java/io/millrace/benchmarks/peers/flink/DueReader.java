package io.millrace.benchmarks.peers.flink;

import io.millrace.benchmarks.macro.Pace;
import io.millrace.benchmarks.macro.Workload;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.core.io.InputStatus;

/**
 * One source task: emits a tuple a turn if one is due. If not, it yields the core and asks for the next turn at once:
 * Flink's own way to wait is a future that another thread completes, and that thread would sleep longer, and its signal
 * take longer, than what is measured. Used by the task's thread.
 */
final class DueReader<P> implements SourceReader<Tuple2<P, Long>, Position> {

    private final int index;
    private final Pace pace;
    private final Supplier<P> payloads;

    DueReader(String workload, String directory, int index, Supplier<P> payloads) {
        this.index = index;
        this.payloads = payloads;
        this.pace = new Pace(Workload.decode(workload), Path.of(directory), index);
    }

    @Override
    public InputStatus pollNext(ReaderOutput<Tuple2<P, Long>> out) {
        long due = pace.next(System.nanoTime());
        if (due == Long.MAX_VALUE) {
            Thread.yield();
        } else {
            out.collect(Tuple2.of(payloads.get(), due));
            pace.emitted();
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
        return List.of(new Position(index, pace.position()));
    }

    @Override
    public void addSplits(List<Position> positions) {
        positions.forEach(position -> pace.restore(position.emitted()));
    }

    @Override
    public void notifyNoMoreSplits() {}

    @Override
    public void close() {}
}
