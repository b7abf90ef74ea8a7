// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.flink;

import io.millrace.benchmarks.macro.Pause;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.core.io.InputStatus;

/**
 * One source task: emits a tuple a turn if one is due. If not, it pauses and asks for the next turn itself:
 * Flink's own way to wait is a future that another thread completes, and that thread would sleep longer, and its signal
 * take longer, than what is measured. Used by the task's thread.
 */
abstract class PacedReader<T> implements SourceReader<T, Position> {

    private final int index;

    PacedReader(int index) {
        this.index = index;
    }

    /** Emits what is due; returns whether something was. */
    abstract boolean emitDue(ReaderOutput<T> out);

    /** How many it has emitted. */
    abstract long position();

    abstract void restore(long position);

    @Override
    public final InputStatus pollNext(ReaderOutput<T> out) {
        if (!emitDue(out)) {
            Pause.take();
        }
        return InputStatus.MORE_AVAILABLE;
    }

    @Override
    public final CompletableFuture<Void> isAvailable() {
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public final void start() {}

    @Override
    public final List<Position> snapshotState(long checkpoint) {
        return List.of(new Position(index, position()));
    }

    @Override
    public final void addSplits(List<Position> positions) {
        positions.forEach(position -> restore(position.emitted()));
    }

    @Override
    public final void notifyNoMoreSplits() {}

    @Override
    public final void close() {}
}
