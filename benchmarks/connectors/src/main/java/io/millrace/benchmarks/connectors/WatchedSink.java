// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.connectors;

import io.millrace.api.Bolt;
import io.millrace.api.BoltCollector;
import io.millrace.api.CommittingBolt;
import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * A connector's sink, of which each commit is noted. It adds a call and a count per message, which a bare writer does
 * not have.
 *
 * @param <S> the sink
 */
final class WatchedSink<S extends Bolt & CommittingBolt> implements Bolt, CommittingBolt {

    private static final long serialVersionUID = 1L;

    private final S sink;
    private transient Commits commits;
    private transient ArrayDeque<Prepared> waiting;
    private long written;

    /** How many messages were written until a snapshot was prepared. */
    private record Prepared(long snapshotId, long written) {}

    WatchedSink(S sink) {
        this.sink = sink;
    }

    @Override
    public void prepare(TaskContext context, BoltCollector out) {
        commits = MillraceSink.commits();
        waiting = new ArrayDeque<>();
        sink.prepare(context, out);
    }

    @Override
    public void execute(Tuple input) {
        sink.execute(input);
        written++;
    }

    @Override
    public void begun(long snapshotId) {
        sink.begun(snapshotId);
    }

    @Override
    public Object prepare(long snapshotId) {
        Object handle = sink.prepare(snapshotId);
        waiting.add(new Prepared(snapshotId, written));
        return handle;
    }

    @Override
    public void commit(long snapshotId) {
        beginCommit(snapshotId).toCompletableFuture().join();
    }

    @Override
    public CompletionStage<Void> beginCommit(long snapshotId) {
        long visible = 0;
        while (!waiting.isEmpty() && waiting.peek().snapshotId <= snapshotId) {
            visible = waiting.poll().written;
        }
        long events = visible;
        return sink.beginCommit(snapshotId).thenRun(() -> {
            if (events > commits.events()) {
                commits.add(events);
            }
        });
    }

    @Override
    public void abort(long snapshotId) {
        sink.abort(snapshotId);
    }

    @Override
    public void recover(long generation, List<CommittingBolt.Prepared> handles) {
        sink.recover(generation, handles);
    }

    @Override
    public void close() {
        sink.close();
    }
}
