package io.millrace.runtime.task;

import io.millrace.runtime.ledger.AckBuffer;
import io.millrace.runtime.routing.TaskSet;
import io.millrace.runtime.token.Grant;
import io.millrace.runtime.tuple.DataTuple;
import java.util.ArrayList;
import java.util.List;

/** The components to which one task sends by {@link io.millrace.api.Grouping.FirstIdle}. Confined to the thread of the task's executor. */
final class TokenOutputs {

    /** Epochs are counted from the time of day in units of this part of a millisecond, so that a later start begins later ones. */
    private static final int EPOCH_BITS = 16;

    private static final double NANOS = 1e9;

    private final TaskHost host;
    private final List<TokenOutput> all = new ArrayList<>();

    private TokenOutputs(Task task, TaskHost host, List<TaskSet> components, WaitingMemory memory, long timeoutNanos) {
        this.host = host;
        for (TaskSet targets : components) {
            WaitingTuples waiting = new WaitingTuples(memory, host.paths(), timeoutNanos);
            all.add(new TokenOutput(task, host.paths(), targets, waiting, host.wallMillis() << EPOCH_BITS));
        }
    }

    /** Returns null if the task sends to no component so. */
    static TokenOutputs of(Task task, TaskHost host, Context context) {
        List<TaskSet> components = host.freeTasksBehind(task.component());
        if (components.isEmpty()) {
            return null;
        }
        long timeout = task.settings.tracked() ? host.shortestTimeoutNanos() : Long.MAX_VALUE;
        TokenOutputs outputs = new TokenOutputs(task, host, components, context.waitingMemory(), timeout);
        context.show("queue.tuples", outputs::waiting);
        context.show("queue.bytes", outputs::bytes);
        context.show("queue.head.age.seconds", outputs::headAge);
        return outputs;
    }

    /** Sends a tuple whose target is not known, or keeps it. */
    void send(DataTuple tuple, int firstTask) {
        output(firstTask).send(tuple, host.nanoTime());
    }

    private TokenOutput output(int target) {
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i).leadsTo(target)) {
                return all.get(i);
            }
        }
        return null;
    }

    /** Sends what waits, as far as there are tokens. Returns how many. */
    int drain(long now) {
        int sent = 0;
        for (int i = 0; i < all.size(); i++) {
            sent += all.get(i).drain();
            all.get(i).waiting().renew(now);
        }
        return sent;
    }

    boolean mayDrain() {
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i).mayDrain()) {
                return true;
            }
        }
        return false;
    }

    /** Lets the targets know what waits, at the end of a turn of the task. */
    void tell() {
        long now = host.nanoTime();
        for (int i = 0; i < all.size(); i++) {
            all.get(i).tell(now);
        }
    }

    /** Returns when the task must run although nothing comes. */
    long deadline(long now) {
        long next = Long.MAX_VALUE;
        for (int i = 0; i < all.size(); i++) {
            next = Math.min(next, all.get(i).deadline(now));
        }
        return next;
    }

    /** Returns how many tuples wait. */
    int waiting() {
        int waiting = 0;
        for (int i = 0; i < all.size(); i++) {
            waiting += all.get(i).waiting().size();
        }
        return waiting;
    }

    private double bytes() {
        return all.stream().mapToLong(each -> each.waiting().bytes()).sum();
    }

    private double headAge() {
        long now = host.nanoTime();
        return all.stream()
                        .filter(each -> !each.waiting().isEmpty())
                        .mapToLong(each -> now - each.waiting().headSince())
                        .max()
                        .orElse(0)
                / NANOS;
    }

    /** Whether the component must not be called, as what it emits finds no room. */
    boolean isFull() {
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i).waiting().isFull()) {
                return true;
            }
        }
        return false;
    }

    void granted(int target, Grant grant) {
        TokenOutput output = output(target);
        if (output != null) {
            output.granted(target, grant);
        }
    }

    /** A tuple that was sent by a token of this target, or by another grouping, cannot be sent. */
    void undo(DataTuple tuple) {
        TokenOutput output = output(tuple.targetTask());
        if (output != null && host.takesWhenFree(tuple.targetTask(), tuple.stream())) {
            output.undo(tuple.targetTask());
        }
    }

    void pathChanged(int target) {
        TokenOutput output = output(target);
        if (output != null) {
            output.pathChanged(target);
        }
    }

    /** Looks for connections that broke. Returns whether one did. */
    boolean findBreaks() {
        boolean found = false;
        for (int i = 0; i < all.size(); i++) {
            found |= all.get(i).findBreaks();
        }
        return found;
    }

    /** Returns the edges of all that wait. */
    AckBuffer edges() {
        AckBuffer edges = new AckBuffer();
        all.forEach(each -> each.addEdges(edges));
        return edges;
    }

    /** Drops what waits. Returns how many. */
    int clear() {
        return all.stream().mapToInt(each -> each.waiting().clear()).sum();
    }
}
