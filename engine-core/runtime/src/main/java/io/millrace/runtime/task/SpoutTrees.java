// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

import io.millrace.api.codec.PayloadWriter;
import io.millrace.runtime.grouping.TargetSelector;
import io.millrace.runtime.grouping.TaskSet;
import io.millrace.runtime.ledger.Ledger;
import io.millrace.runtime.ledger.TreeListener;
import io.millrace.runtime.ledger.TreeListener.Cause;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.Reply;
import java.util.Objects;
import java.util.Set;

/** The emissions of a spout task, and the trees that they begin. Confined to the thread of the task's executor. */
final class SpoutTrees {

    private final SpoutTask task;
    private final TaskHost host;
    private final TaskSettings settings;
    private final TaskSettings.Bound most;
    private final TaskSender sender;
    private final Ledger ledger;

    SpoutTrees(SpoutTask task, TreeListener listener) {
        this.task = task;
        this.host = task.host;
        this.settings = task.settings;
        this.most = settings.trees().pending();
        this.sender = task.sender;
        this.ledger = new Ledger(task.id(), settings.trees().timeoutNanos(), (int) host.nextEdge(), listener);
    }

    Ledger ledger() {
        return ledger;
    }

    /** Returns whether another tracked tuple would be too many. */
    boolean isFull(int pending) {
        return pending >= most.tuples() || ledger.pendingBytes() >= most.bytes();
    }

    void emit(TargetSelector selector, Object messageId, Object[] values) {
        selector.choose(values, sender.targets);
        emitToTargets(selector, messageId, 0, values);
    }

    void emitInto(TargetSelector selector, Object messageId, Object[] before, int length, PayloadWriter writer) {
        Object[] values = sender.payload(selector, before, length, writer);
        selector.choose(values, sender.targets);
        sender.writePayload(values);
        emitToTargets(selector, messageId, 0, values);
    }

    void emitIntoDirect(
            int target, TargetSelector selector, Object messageId, Object[] before, int length, PayloadWriter writer) {
        Object[] values = sender.payload(selector, before, length, writer);
        selector.chooseDirect(target, values, sender.targets);
        sender.writePayload(values);
        emitToTargets(selector, messageId, target, values);
    }

    void emitDirect(int target, TargetSelector selector, Object messageId, Object[] values) {
        selector.chooseDirect(target, values, sender.targets);
        emitToTargets(selector, messageId, target, values);
    }

    /** @param direct task that a direct emission names, or 0 */
    private void emitToTargets(TargetSelector selector, Object messageId, int direct, Object[] values) {
        boolean tracked =
                messageId != null && (settings.tracked() || task.watcher().isAlwaysTracked(messageId));
        long now = task.emits(tracked);
        long intended = task.due().intended(now);
        task.parts().spouts.emits(selector.stream(), values);
        task.parts().emissionBegins(selector.stream().name(), messageId, null, null, direct, values);
        sender.startEmission();
        boolean sent = false;
        try {
            if (tracked) {
                emitTree(selector, messageId, values, intended, now);
            } else {
                for (int i = 0; i < sender.targets.size(); i++) {
                    sender.send(sender.tupleFor(selector, sender.targets.get(i), intended, values));
                }
                if (messageId != null && !task.parts().spouts.covers(messageId)) {
                    task.acked(messageId);
                }
            }
            sent = true;
        } finally {
            task.parts().emissionEnds(sent);
            sender.endEmission();
        }
    }

    private void emitTree(TargetSelector selector, Object messageId, Object[] values, long intended, long now) {
        long root = ledger.open(messageId, now);
        long edges = 0;
        boolean sent = false;
        try {
            if (most.bytes() != TaskSettings.NO_BOUND) {
                ledger.weigh(root, DataTuple.bytesOf(values));
            }
            for (int i = 0; i < sender.targets.size(); i++) {
                DataTuple tuple = sender.tupleFor(selector, sender.targets.get(i), intended, values);
                long edge = host.nextEdge();
                tuple.track(root, edge, null);
                edges ^= edge;
                sender.send(tuple);
            }
            sent = true;
        } finally {
            // Acks of bolts that ran on this thread meanwhile are buffered, not applied
            if (sent) {
                ledger.close(root, edges);
            } else {
                ledger.fail(root);
            }
        }
    }

    void resetTimeout(Object messageId) {
        ledger.renewAll(Objects.requireNonNull(messageId, "the message id is null: give one"), host.nanoTime());
    }

    /** Fails the trees that may have lost a part: all but those whose tuples wait here. */
    void lost() {
        if (sender.choosesLater()) {
            ledger.failAll(Cause.LOST, sender.waitingEdges());
        } else {
            ledger.failAll(Cause.LOST);
        }
    }

    /**
     * Fails the trees that may have lost a part with a worker of these tasks: those of which this task has sent a tuple
     * to it, or all if another task downstream sends to it too.
     */
    void lost(Set<Integer> joinedTasks) {
        TaskSet behind = host.graph().behind(task.component());
        if (joinedTasks.stream()
                .anyMatch(other -> behind.indexOf(other) >= 0 && !host.graph().isOnlySender(task.component(), other))) {
            lost();
        } else if (sender.choosesLater()) {
            ledger.failSent(Cause.LOST, sender.waitingEdges(), joinedTasks::contains);
        }
    }

    /** Takes a reply of a bolt. */
    void replied(DataTuple reply) {
        long root = reply.root(0);
        Object messageId = ledger.messageId(root);
        TreeWatcher watcher = task.watcher();
        if (messageId == null) {
            if (Reply.kind(reply) != Reply.Kind.HOLDER) {
                watcher.repliedLate();
            }
            return;
        }
        watcher.replied(messageId, reply);
        switch (Reply.kind(reply)) {
            // The failure is not applied at once: a bolt of this executor may reply before the emission of the tree has
            // returned
            case FAILURE -> host.paths().fail(root);
            case ANSWER, ERROR -> host.paths().ack(root, reply.edge(0));
            case HOLDER -> {}
        }
    }
}
