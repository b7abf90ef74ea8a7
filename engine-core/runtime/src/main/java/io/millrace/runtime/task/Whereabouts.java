package io.millrace.runtime.task;

import io.millrace.runtime.ledger.RootIds;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.Reply;

/**
 * Tells fed spouts of tuples of their trees that are at a bolt for long, so that a time-out names the bolt that has told this last.
 * Confined to the thread of the task's executor.
 */
final class Whereabouts {

    private static final long NEVER = Long.MAX_VALUE;

    private final BoltTask task;
    private final TaskHost host;
    private final Holdings holdings = new Holdings();

    /** How old tuples are when their spouts are told where they are. */
    private final long tellAfterNanos;

    /** When to look for such tuples; never, if there are no tuples. */
    private long nextLook = NEVER;

    private Whereabouts(BoltTask task, TaskHost host, long timeoutNanos) {
        this.task = task;
        this.host = host;
        this.tellAfterNanos = timeoutNanos / 2;
    }

    /** Returns null if the topology has no fed spout. */
    static Whereabouts of(BoltTask task, TaskHost host) {
        long timeoutNanos = host.fedTimeoutNanos();
        return timeoutNanos == Long.MAX_VALUE ? null : new Whereabouts(task, host, timeoutNanos);
    }

    long deadline() {
        return nextLook;
    }

    /** A tuple has come. */
    void lookSoon() {
        if (nextLook == NEVER) {
            nextLook = host.turnStart() + tellAfterNanos / 2;
            task.ready();
        }
    }

    /** Tells what is due. The outbox must be empty. */
    void tell(long now, Iterable<DataTuple> waiting) {
        if (nextLook > now) {
            return;
        }
        long before = now - tellAfterNanos;
        holdings.takeOlder(before, root -> tell(root, task + " has neither acked nor failed it"));
        boolean empty = true;
        for (DataTuple tuple : waiting) {
            empty = false;
            if (tuple.intendedNanos() != DataTuple.UNKNOWN_TIME && tuple.intendedNanos() - before <= 0) {
                for (int i = 0; i < tuple.rootCount(); i++) {
                    if (host.answersOf(RootIds.task(tuple.root(i))) != null) {
                        tell(tuple.root(i), "it waits for " + task);
                    }
                }
            }
        }
        nextLook = holdings.isEmpty() && empty ? NEVER : now + tellAfterNanos / 2;
    }

    private void tell(long root, String text) {
        DataTuple told =
                new DataTuple(Reply.STREAM, task.id(), RootIds.task(root), DataTuple.UNKNOWN_TIME, Reply.holder(text));
        told.track(root, 0, null);
        task.sender.sendOfEngine(told);
        task.sender.endEmission();
    }

    /** The bolt is called with a tuple. */
    void began(DataTuple tuple) {
        for (int i = 0; i < tuple.rootCount(); i++) {
            long root = tuple.root(i);
            if (host.answersOf(RootIds.task(root)) != null) {
                boolean known = tuple.intendedNanos() != DataTuple.UNKNOWN_TIME;
                holdings.add(root, known ? tuple.intendedNanos() : host.turnStart());
            }
        }
        lookSoon();
    }

    /** The bolt has acked or failed it. */
    void ended(DataTuple tuple) {
        for (int i = 0; i < tuple.rootCount(); i++) {
            long root = tuple.root(i);
            if (host.answersOf(RootIds.task(root)) != null) {
                holdings.remove(root);
            }
        }
    }
}
