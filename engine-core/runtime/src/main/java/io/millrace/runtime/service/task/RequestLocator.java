// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.service.task;

import io.millrace.runtime.ledger.RootIds;
import io.millrace.runtime.task.BoltTask;
import io.millrace.runtime.task.CallPart;
import io.millrace.runtime.task.InputPart;
import io.millrace.runtime.task.TaskHost;
import io.millrace.runtime.task.TurnPart;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.Reply;

/**
 * Reports to fed spouts the tuples of their trees that are at a bolt for long, so that a time-out names the bolt that
 * has reported last. Confined to the thread of the task's executor.
 */
final class RequestLocator implements InputPart, CallPart, TurnPart {

    private final BoltTask task;
    private final TaskHost host;
    private final OpenTrees open = new OpenTrees();

    /** The age of tuples from which on they are reported to their spouts. */
    private final long tellAfterNanos;

    /** The time of the next look for such tuples; never, if there are no tuples. */
    private long nextLook = NEVER;

    /** @param timeoutNanos shortest time-out of a fed spout */
    RequestLocator(BoltTask task, long timeoutNanos) {
        this.task = task;
        this.host = task.host();
        this.tellAfterNanos = timeoutNanos / 2;
    }

    @Override
    public long deadline(boolean blocked) {
        return blocked ? NEVER : nextLook;
    }

    @Override
    public void queued(DataTuple tuple) {
        lookSoon();
    }

    private void lookSoon() {
        if (nextLook == NEVER) {
            nextLook = host.turnStart() + tellAfterNanos / 2;
            task.ready();
        }
    }

    /** Reports the tuples that are due. */
    @Override
    public int begin(long now, int budget) {
        if (nextLook <= now && task.sender().isEmpty()) {
            tell(now, task.inbox());
        }
        return 0;
    }

    private void tell(long now, Iterable<DataTuple> waiting) {
        long before = now - tellAfterNanos;
        open.takeOlder(before, root -> tell(root, task + " has neither acked nor failed it"));
        boolean empty = true;
        for (DataTuple tuple : waiting) {
            empty = false;
            if (tuple.intendedNanos() != DataTuple.UNKNOWN_TIME && tuple.intendedNanos() - before <= 0) {
                for (int i = 0; i < tuple.rootCount(); i++) {
                    if (host.graph().answersOf(RootIds.task(tuple.root(i))) != null) {
                        tell(tuple.root(i), "it waits for " + task);
                    }
                }
            }
        }
        nextLook = open.isEmpty() && empty ? NEVER : now + tellAfterNanos / 2;
    }

    private void tell(long root, String text) {
        DataTuple told =
                new DataTuple(Reply.STREAM, task.id(), RootIds.task(root), DataTuple.UNKNOWN_TIME, Reply.holder(text));
        told.track(root, 0, null);
        task.sender().sendOfEngine(told);
        task.sender().endEmission();
    }

    @Override
    public void begins(DataTuple tuple) {
        if (!tuple.tracked()) {
            return;
        }
        for (int i = 0; i < tuple.rootCount(); i++) {
            long root = tuple.root(i);
            if (host.graph().answersOf(RootIds.task(root)) != null) {
                boolean known = tuple.intendedNanos() != DataTuple.UNKNOWN_TIME;
                open.add(root, known ? tuple.intendedNanos() : host.turnStart());
            }
        }
        lookSoon();
    }

    @Override
    public void settled(DataTuple tuple) {
        for (int i = 0; i < tuple.rootCount(); i++) {
            long root = tuple.root(i);
            if (host.graph().answersOf(RootIds.task(root)) != null) {
                open.remove(root);
            }
        }
    }
}
