// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

import io.millrace.api.Fields;
import io.millrace.api.Streams;
import io.millrace.api.Tuple;
import io.millrace.api.codec.PayloadWriter;
import io.millrace.api.error.Foreign;
import io.millrace.runtime.grouping.TargetSelector;
import io.millrace.runtime.ledger.AckBuffer;
import io.millrace.runtime.ledger.RootIds;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.Reply;
import io.millrace.runtime.tuple.UnreadableTupleException;
import java.util.Collection;

/**
 * The emissions of a bolt task, and their effects on the trees of its inputs: anchors emissions to them, acks and fails
 * them, and answers requests. Confined to the thread of the task's executor.
 */
final class BoltTrees {

    private final BoltTask task;
    private final TaskHost host;

    private final AckBuffer gathered = new AckBuffer();

    BoltTrees(BoltTask task, TaskHost host) {
        this.task = task;
        this.host = host;
    }

    /** Forgets the edges of an emission that has thrown. */
    void forget() {
        gathered.clear();
    }

    void emit(TargetSelector selector, Tuple anchor, Object[] values) {
        selector.choose(values, task.sender.targets);
        emit(selector, 0, anchor, null, values);
    }

    void emit(TargetSelector selector, Collection<? extends Tuple> anchors, Object[] values) {
        selector.choose(values, task.sender.targets);
        emit(selector, 0, null, anchors, values);
    }

    void emitInto(
            TargetSelector selector,
            Tuple anchor,
            Collection<? extends Tuple> anchors,
            Object[] before,
            int length,
            PayloadWriter writer) {
        Object[] values = task.sender.payload(selector, before, length, writer);
        selector.choose(values, task.sender.targets);
        task.sender.writePayload(values);
        emit(selector, 0, anchor, anchors, values);
    }

    void emitDirect(
            int target, TargetSelector selector, Tuple anchor, Collection<? extends Tuple> anchors, Object[] values) {
        selector.chooseDirect(target, values, task.sender.targets);
        emit(selector, target, anchor, anchors, values);
    }

    /** @param direct task that a direct emission names, or 0 */
    private void emit(
            TargetSelector selector, int direct, Tuple one, Collection<? extends Tuple> many, Object[] values) {
        DataTuple anchor = one == null ? null : anchor(one);
        // No input has waited for a tick
        DataTuple held = anchor != null && anchor.stream() != Ticks.STREAM || many != null && !many.isEmpty()
                ? null
                : task.times().deferredTrace();
        long intended = held != null ? held.intendedNanos() : anchor != null ? anchor.intendedNanos() : intended(many);
        task.times().follow(held != null ? held : anchor != null ? anchor : FollowedInput.of(many, task.current()));
        task.tally.emitted();
        task.parts().emissionBegins(selector.stream().name(), null, one, many, direct, values);
        task.sender.startEmission();
        boolean sent = false;
        DataTuple unsent = null;
        try {
            int count = task.sender.targets.size();
            for (int i = 0; i < count; i++) {
                DataTuple tuple = task.sender.tupleFor(selector, task.sender.targets.get(i), intended, values);
                unsent = tuple;
                if (anchor != null) {
                    anchorTo(anchor, tuple);
                } else if (many != null) {
                    for (Tuple each : many) {
                        gather((DataTuple) each);
                    }
                    trackGathered(tuple);
                }
                task.sender.send(tuple);
                unsent = null;
            }
            sent = true;
        } finally {
            task.parts().emissionEnds(sent);
            if (unsent != null) {
                cancel(unsent);
            }
            task.sender.endEmission();
        }
    }

    /**
     * Acks the edges of an emission that has thrown: no tuple has them, so they would keep the trees of the anchors
     * pending if the bolt goes on and acks its inputs.
     */
    private void cancel(DataTuple unsent) {
        for (int i = 0; i < unsent.rootCount(); i++) {
            host.paths().ack(unsent.root(i), unsent.edge(i));
        }
    }

    /** Returns when the oldest root was due; now, if there are no roots; unknown, if that of one root is. */
    private long intended(Collection<? extends Tuple> anchors) {
        long now = host.nanoTime();
        long oldest = 0;
        if (anchors != null) {
            for (Tuple anchor : anchors) {
                long intended = anchor(anchor).intendedNanos();
                if (intended == DataTuple.UNKNOWN_TIME) {
                    return intended;
                }
                oldest = Math.min(oldest, intended - now);
            }
        }
        return now + oldest;
    }

    /** Adds the tuple to each tree of the anchor. */
    private void anchorTo(DataTuple anchor, DataTuple tuple) {
        int roots = anchor.rootCount();
        if (roots == 1) {
            long edge = host.nextEdge();
            anchor.addChild(edge);
            tuple.track(anchor.root(0), edge, null);
        } else if (roots > 1) {
            gather(anchor);
            trackGathered(tuple);
        }
    }

    /** Merges the edges per root, as anchors may belong to the same trees. */
    private void gather(DataTuple anchor) {
        int roots = anchor.rootCount();
        if (roots > 0) {
            long edge = host.nextEdge();
            anchor.addChild(edge);
            for (int i = 0; i < roots; i++) {
                gathered.ack(anchor.root(i), edge);
            }
        }
    }

    private void trackGathered(DataTuple tuple) {
        int roots = gathered.size();
        if (roots > 0) {
            long[] further = roots == 1 ? null : new long[2 * (roots - 1)];
            for (int i = 1; i < roots; i++) {
                further[2 * (i - 1)] = gathered.root(i);
                further[2 * i - 1] = gathered.edges(i);
            }
            tuple.track(gathered.root(0), gathered.edges(0), further);
            gathered.clear();
        }
    }

    private DataTuple anchor(Tuple tuple) {
        DataTuple anchor = own(tuple);
        if (anchor.settled() && anchor.tracked()) {
            throw new IllegalStateException(
                    task + " anchors to " + anchor + ", which it has acked or failed before: emit first, then ack");
        }
        return anchor;
    }

    private DataTuple own(Tuple tuple) {
        if (tuple instanceof DataTuple own && own.targetTask() == task.id()) {
            return own;
        }
        throw new IllegalArgumentException(task + " acks, fails or anchors to " + tuple
                + ", which it did not get: use tuples that execute() was called with");
    }

    void ack(Tuple input) {
        DataTuple tuple = own(input);
        if (tuple.settle() && tuple.stream() != Ticks.STREAM) {
            task.tally.acked();
            task.acked(tuple);
            for (int i = 0; i < tuple.rootCount(); i++) {
                host.paths().ack(tuple.root(i), tuple.edge(i) ^ tuple.children());
            }
        }
    }

    void resetTimeout(Tuple input) {
        DataTuple tuple = own(input);
        if (!tuple.settled()) {
            for (int i = 0; i < tuple.rootCount(); i++) {
                host.paths().renew(tuple.root(i));
            }
        }
    }

    /** @param reason error or text; null for none */
    void fail(Tuple input, Object reason) {
        DataTuple tuple = own(input);
        if (!tuple.settle() || tuple.stream() == Ticks.STREAM) {
            return;
        }
        task.tally.failed();
        task.failed(tuple);
        for (int i = 0; i < tuple.rootCount(); i++) {
            long root = tuple.root(i);
            if (host.graph().answersOf(RootIds.task(root)) == null) {
                host.paths().fail(root);
            } else {
                String why = reason == null ? "" : ": " + Foreign.line(reason);
                reply(tuple, root, tuple.edge(i), Reply.failure("failed by " + task + why));
                task.sender.endEmission();
            }
        }
    }

    /** Fails the trees of a tuple that cannot be read. A caller that waits for one of them gets the reason. */
    void unreadable(UnreadableTupleException lost) {
        for (long root : lost.roots()) {
            if (host.graph().answersOf(RootIds.task(root)) == null) {
                host.paths().fail(root);
            } else {
                Object[] why = Reply.failure("failed by " + task + ": " + Foreign.line(lost));
                DataTuple reply =
                        new DataTuple(Reply.STREAM, task.id(), RootIds.task(root), DataTuple.UNKNOWN_TIME, why);
                reply.track(root, host.nextEdge(), null);
                task.sender.sendOfEngine(reply);
                task.sender.endEmission();
            }
        }
    }

    void answer(Tuple input, Object[] values) {
        DataTuple request = request(input);
        for (int i = 0; i < request.rootCount(); i++) {
            Fields answers = host.graph().answersOf(RootIds.task(request.root(i)));
            if (answers != null && answers.size() != values.length) {
                throw new IllegalArgumentException(task + " answers with " + values.length
                        + " values, but the fed spout declares "
                        + (answers.size() == 0 ? "none: declare them with answers(...)" : "answers(" + answers + ")"));
            }
        }
        task.parts().emissionBegins(Streams.ANSWER, null, request, null, 0, values);
        boolean sent = false;
        try {
            reply(request, Reply.answer(values));
            sent = true;
        } finally {
            task.parts().emissionEnds(sent);
        }
    }

    void answerError(Tuple input, String message) {
        reply(request(input), Reply.error(message));
    }

    private DataTuple request(Tuple input) {
        DataTuple request = own(input);
        if (request.settled()) {
            throw new IllegalStateException(
                    task + " answers " + request + ", which it has acked or failed before: answer first, then ack");
        }
        return request;
    }

    /** Sends a reply to each fed spout of the request's trees. It is an edge of each tree. */
    private void reply(DataTuple request, Object[] content) {
        long edge = host.nextEdge();
        request.addChild(edge);
        int done = 0;
        try {
            for (; done < request.rootCount(); done++) {
                long root = request.root(done);
                if (host.graph().answersOf(RootIds.task(root)) == null) {
                    host.paths().ack(root, edge);
                } else {
                    reply(request, root, edge, content);
                }
            }
        } finally {
            // The edges are those of a reply that has thrown, and of the replies after it
            for (; done < request.rootCount(); done++) {
                host.paths().ack(request.root(done), edge);
            }
            task.sender.endEmission();
        }
    }

    private void reply(DataTuple request, long root, long edge, Object[] content) {
        DataTuple reply = new DataTuple(Reply.STREAM, task.id(), RootIds.task(root), request.intendedNanos(), content);
        reply.track(root, edge, null);
        task.sender.sendOfEngine(reply);
    }
}
