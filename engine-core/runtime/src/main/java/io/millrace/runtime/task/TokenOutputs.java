package io.millrace.runtime.task;

import io.millrace.runtime.ledger.AckBuffer;
import io.millrace.runtime.routing.TaskSet;
import io.millrace.runtime.token.Grant;
import io.millrace.runtime.tuple.DataTuple;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The components to which one task sends by {@link io.millrace.api.Grouping.FirstIdle}. Confined to the thread of the task's executor. */
final class TokenOutputs {

    private static final Logger LOG = LoggerFactory.getLogger(TokenOutputs.class);

    /** Epochs are counted from the time of day in units of this part of a millisecond, so that a later start begins later ones. */
    private static final int EPOCH_BITS = 16;

    private static final double NANOS = 1e9;

    private final TaskHost host;
    private final Task task;
    private final List<TokenOutput> all = new ArrayList<>();
    private long lost;

    private TokenOutputs(Task task, TaskHost host, Context context, List<TaskSet> components) {
        this.task = task;
        this.host = host;
        long timeoutNanos = task.settings.tracked() ? host.shortestTimeoutNanos() : Long.MAX_VALUE;
        for (TaskSet targets : components) {
            WaitingTuples waiting = new WaitingTuples(
                    context.waiting().memory(),
                    spilled(context, context.componentOf(targets.task(0))),
                    new WaitingTrees(host.paths()::renew, host.paths()::fail, timeoutNanos),
                    this::lost);
            all.add(new TokenOutput(
                    task.id(),
                    task.sender::hasRoomFor,
                    task.sender::sendTo,
                    task.sender::cannotBeSent,
                    host.paths(),
                    targets,
                    waiting,
                    host.wallMillis() << EPOCH_BITS));
        }
    }

    private SpilledTuples spilled(Context context, String target) {
        WaitingSpace space = context.waiting();
        String name = task.component() + "-" + task.id() + "-" + target;
        return new SpilledTuples(
                space.hasFiles() ? wake -> space.open(name, wake) : null,
                () -> host.submit(task::lookAgain),
                host.newEncoder(),
                host.newDecoder());
    }

    /** Returns null if the task sends to no component so. */
    static TokenOutputs of(Task task, TaskHost host, Context context) {
        List<TaskSet> components = host.freeTasksBehind(task.component());
        if (components.isEmpty()) {
            return null;
        }
        TokenOutputs outputs = new TokenOutputs(task, host, context, components);
        context.show("queue.tuples", outputs::waiting);
        context.show("queue.bytes", outputs::bytes);
        context.show("queue.head.age.seconds", outputs::headAge);
        context.show("queue.spilled.bytes", outputs::spilledBytes);
        context.show("queue.lost.tuples", () -> outputs.lost);
        return outputs;
    }

    /** Sends a tuple whose target is not known, or keeps it. */
    void send(DataTuple tuple, int firstTask) {
        output(firstTask).send(tuple, host.nanoTime());
    }

    /** Lets a tuple wait before all others that was sent by a token of a task, which it has not reached. */
    void putBack(DataTuple tuple, int target) {
        output(target).waiting().putBack(tuple, host.nanoTime());
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
            all.get(i).waiting().trees().renew(now);
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
    long waiting() {
        long waiting = 0;
        for (int i = 0; i < all.size(); i++) {
            waiting += all.get(i).waiting().size();
        }
        return waiting;
    }

    private double bytes() {
        return all.stream().mapToLong(each -> each.waiting().bytes()).sum();
    }

    private double spilledBytes() {
        return all.stream().mapToLong(each -> each.waiting().spilledBytes()).sum();
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

    /**
     * Another path leads to a target.
     *
     * @param kept how many of the tuples that were sent to it have not left, and are sent again
     */
    void pathChanged(int target, int kept) {
        TokenOutput output = output(target);
        if (output != null) {
            if (!task.settings.tracked()) {
                countLost(target, output.notDone(target) - kept);
            }
            output.pathChanged(target);
        }
    }

    private void countLost(int target, long tuples) {
        if (tuples > 0) {
            LOG.warn("{}: task {} is gone with {} of its tuples, which are lost", task, target, tuples);
            lost(tuples, null);
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
        all.forEach(each -> each.waiting().trees().addEdges(edges));
        return edges;
    }

    /** Tuples that waited cannot be read again, and their trees have failed. */
    private void lost(long count, RuntimeException cause) {
        lost += count;
        host.counters().addDropped(count);
        if (cause != null) {
            task.report("decoding", cause);
        }
    }

    /** Drops what waits. Returns how many. */
    long clear() {
        return all.stream().mapToLong(each -> each.waiting().clear()).sum();
    }
}
