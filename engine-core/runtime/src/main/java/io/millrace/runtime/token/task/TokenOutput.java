// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.token.task;

import io.millrace.runtime.grouping.TaskSet;
import io.millrace.runtime.link.Path;
import io.millrace.runtime.link.Paths;
import io.millrace.runtime.token.Grant;
import io.millrace.runtime.token.TokenHolder;
import io.millrace.runtime.token.TokenMessage;
import io.millrace.runtime.tuple.DataTuple;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The sending of one task to a component by {@link io.millrace.api.Grouping.FirstIdle}: a tuple goes to a task that has
 * given a token, or waits. Confined to the thread of the task's executor.
 */
final class TokenOutput {

    private static final int DISTANCES = 4;

    private final int task;
    private final Predicate<DataTuple> room;
    private final Consumer<DataTuple> sender;
    private final BiConsumer<DataTuple, RuntimeException> unsent;
    private final Paths paths;
    private final TaskSet targets;
    private final TokenHolder holder;
    private final WaitingTuples waiting;

    /** The number of breaks of the link to each target, by target. */
    private final long[] breaks;

    private boolean begun;
    private boolean overNetwork;

    /**
     * The way by which the task sends.
     *
     * @param room tells whether the task has room for a tuple that its link does not take at once
     * @param sender consumer that sends a tuple whose target is known
     * @param unsent consumer of tuples that have waited and cannot be sent
     */
    record Sending(
            Predicate<DataTuple> room, Consumer<DataTuple> sender, BiConsumer<DataTuple, RuntimeException> unsent) {}

    /**
     * @param task the task that sends
     * @param firstEpoch the first epoch of its tokens, which is later than those of an earlier start of the task
     */
    TokenOutput(int task, Sending sending, Paths paths, TaskSet targets, WaitingTuples waiting, long firstEpoch) {
        this.task = task;
        this.room = sending.room();
        this.sender = sending.sender();
        this.unsent = sending.unsent();
        this.paths = paths;
        this.targets = targets;
        this.waiting = waiting;
        this.holder = new TokenHolder(targets::task, targets::indexOf, targets.size(), DISTANCES, firstEpoch);
        this.breaks = new long[targets.size()];
    }

    boolean leadsTo(int target) {
        return targets.indexOf(target) >= 0;
    }

    WaitingTuples waiting() {
        return waiting;
    }

    /** Sends a tuple whose target is not known, or keeps it. */
    void send(DataTuple tuple, long now) {
        int target = waiting.isEmpty() && room.test(tuple) ? take() : TokenHolder.NONE;
        if (target == TokenHolder.NONE) {
            waiting.add(tuple, now);
        } else {
            send(tuple, target);
        }
    }

    private void send(DataTuple tuple, int target) {
        boolean sent = false;
        tuple.to(target);
        try {
            sender.accept(tuple);
            sent = true;
        } finally {
            if (!sent) {
                holder.undo(target);
            }
        }
    }

    private int take() {
        begin();
        int target = holder.take();
        while (target != TokenHolder.NONE && isBroken(target)) {
            target = holder.take();
        }
        return target;
    }

    /** Returns whether the last tuples to a target may be lost; its tokens are void then. */
    private boolean isBroken(int target) {
        long now = paths.to(target).breaks();
        int index = targets.indexOf(target);
        if (breaks[index] == now) {
            return false;
        }
        breaks[index] = now;
        holder.replaced(target);
        return true;
    }

    /** Sends waiting tuples, as far as there are tokens. Returns how many. */
    int drain() {
        int sent = 0;
        while (holder.available() > 0 && waiting.fetch() && room.test(waiting.first())) {
            int target = take();
            if (target == TokenHolder.NONE) {
                break;
            }
            DataTuple tuple = waiting.take();
            try {
                send(tuple, target);
            } catch (RuntimeException e) {
                unsent.accept(tuple, e);
            }
            sent++;
        }
        waiting.settle();
        return sent;
    }

    boolean mayDrain() {
        return holder.available() > 0 && waiting.hasFirst() && room.test(waiting.first());
    }

    /** Informs the targets of the waiting tuples, at the end of a turn of the task. */
    void tell(long now) {
        begin();
        long since = waiting.isEmpty() ? now : waiting.headSince();
        holder.tell(
                waiting.size(),
                since,
                now,
                (target, ask) -> paths.control(target, TokenMessage.ask(task, target, ask)));
    }

    /** Returns the time when the task must run although nothing comes; {@link Long#MAX_VALUE} for never. */
    long deadline(long now) {
        return waiting.isEmpty()
                ? Long.MAX_VALUE
                : Math.min(waiting.trees().deadline(now), holder.dueOld(waiting.headSince()));
    }

    private void begin() {
        if (!begun) {
            begun = true;
            for (int i = 0; i < targets.size(); i++) {
                look(targets.task(i));
            }
        }
    }

    /** Notes distance and breaks of the path to a target. */
    private void look(int target) {
        Path path = paths.to(target);
        holder.distance(target, path.distance());
        breaks[targets.indexOf(target)] = path.breaks();
        overNetwork |= path.distance() > 1;
    }

    void granted(int target, Grant grant) {
        holder.granted(target, grant);
    }

    /** Returns how many tuples were sent to a target which it has not reported as done. */
    long notDone(int target) {
        return holder.notDone(target);
    }

    /** A tuple for which a token was used cannot be sent. */
    void undo(int target) {
        holder.undo(target);
    }

    /** Another path leads to a target. */
    void pathChanged(int target) {
        if (begun) {
            look(target);
            holder.replaced(target);
        }
    }

    /** Looks for connections that broke. Returns whether one did. */
    boolean findBreaks() {
        boolean found = false;
        for (int i = 0; overNetwork && i < targets.size(); i++) {
            found |= isBroken(targets.task(i));
        }
        return found;
    }
}
