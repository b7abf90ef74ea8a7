// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.task;

import io.millrace.api.CommittingBolt;
import io.millrace.api.error.Foreign;
import io.millrace.runtime.snapshot.store.TaskCapture;
import io.millrace.runtime.task.BoltTask;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * What a committing bolt has prepared, and its calls. An error of the author's never leaves it. Confined to the thread
 * of the task's executor.
 */
final class SinkTransactions {

    private final BoltTask task;
    private final SnapshotHost host;
    private final CommittingBolt sink;
    private final List<CommittingBolt.Prepared> prepared = new ArrayList<>();

    /** The last commit that was begun; null before the first. */
    private CompletableFuture<Void> commit;

    private boolean closed;

    SinkTransactions(BoltTask task, SnapshotHost host, CommittingBolt sink) {
        this.task = task;
        this.host = host;
        this.sink = sink;
    }

    void recover(List<CommittingBolt.Prepared> before) {
        sink.recover(host.generation(), before);
    }

    void begun(long id) {
        try {
            task.call(() -> sink.begun(id));
        } catch (Throwable e) {
            // Without a restart the snapshot would wait for a bolt that takes no input
            task.restart("begin of snapshot " + id, e);
        }
    }

    /** Returns whether it is prepared; otherwise the snapshot fails. */
    boolean prepare(long id) {
        try {
            task.call(() -> {
                Object handle = sink.prepare(id);
                if (handle != null) {
                    prepared.add(new CommittingBolt.Prepared(id, task.context().taskIndex(), handle));
                }
            });
            return true;
        } catch (Throwable e) {
            task.failure("prepare of snapshot " + id, e);
            host.captureFailed(id, task + " cannot prepare: " + Foreign.line(e));
            return false;
        }
    }

    /** Adds what was prepared and is not committed, if there is any, to what a snapshot contains of the task. */
    void addTo(List<TaskCapture.Content> contents) {
        if (!prepared.isEmpty()) {
            contents.add(new TaskCapture.Prepared(List.copyOf(prepared)));
        }
    }

    void abort(long id) {
        try {
            task.call(() -> sink.abort(id));
        } catch (Throwable e) {
            task.failure("abort of snapshot " + id, e);
        }
    }

    void commit(long id) {
        try {
            task.call(() -> commit = sink.beginCommit(id).toCompletableFuture());
        } catch (Throwable e) {
            ended(id, e);
            return;
        }
        boolean here = commit.isDone();
        // By handle: what whenComplete returns would fail with the author's error in one of the JDK's, which asks it
        // for its text
        commit.handle((none, error) -> {
            if (here) {
                ended(id, error);
            } else {
                task.host().turns().submit(() -> ended(id, error));
            }
            return none;
        });
    }

    /** @param error null if it was done */
    private void ended(long id, Throwable error) {
        if (closed) {
            // The generation is over, and its successor finds out what is visible
            return;
        }
        if (error != null) {
            // The snapshot is valid, and contains what to commit: a new instance does it
            boolean wrapped = error instanceof CompletionException && error.getCause() != null;
            task.restart("commit of snapshot " + id, wrapped ? error.getCause() : error);
            return;
        }
        prepared.removeIf(each -> each.snapshotId() <= id);
        host.committed(id, task.id());
    }

    /** A commit that is under way is not reported any more. */
    void close() {
        closed = true;
    }
}
