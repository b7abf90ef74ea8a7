// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.token;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/**
 * The tokens that one task holds for the tasks of one component, and what these tasks know of its queue. The owner
 * sends a tuple to the task that {@link #take} returns, and keeps it in its queue if there is none.
 */
public final class TokenHolder {

    /** The number that stands for no task. */
    public static final int NONE = -1;

    /** The change of a queue's length below which the length is not reported again. */
    private static final long CHANGE = 16;

    /** The interval in which all targets are told of a queue whose first tuple has waited for at least this time. */
    static final long OLD_NANOS = 100_000_000;

    private static final long MILLI = 1_000_000;

    /** Takes the messages for targets. */
    @FunctionalInterface
    public interface Asks {
        void send(int target, Ask ask);
    }

    private static final class Target {
        private final int task;
        private final int index;
        private int distance;
        private long epoch;
        private long number;
        private long granted;
        private long used;
        private long returned;

        /** The number of messages sent by these tokens that the target says are done. */
        private long done;

        /** The length of the queue in the last report to the target. */
        private long waiting;

        private long grantedThen;

        /** The number of the last recall. */
        private long recall;

        private long recalled;
        private boolean mustTell;
        private boolean listed;

        Target(int task, int index, long epoch) {
            this.task = task;
            this.index = index;
            this.epoch = epoch;
            this.mustTell = true;
        }

        long held() {
            return granted - used - returned;
        }

        /** Returns whether the target believes that it has given a token for each tuple that waits. */
        boolean isSatisfied() {
            return waiting <= granted - grantedThen;
        }
    }

    /** The targets at one distance that have given tokens, in a ring. Some may have none left. */
    private static final class Near {
        private final int[] ring;
        private int first;
        private int count;

        Near(int targets) {
            ring = new int[targets];
        }

        void add(int target) {
            int end = first + count;
            ring[end < ring.length ? end : end - ring.length] = target;
            count++;
        }

        int take() {
            int target = ring[first];
            first = first + 1 < ring.length ? first + 1 : 0;
            count--;
            return target;
        }
    }

    private final IntUnaryOperator indexOf;
    private final Target[] targets;
    private final Near[] byDistance;
    private long available;
    private boolean mustTell = true;

    /** The length of the queue when all targets were told. */
    private long told;

    /** The time when all targets were last told of an old queue. */
    private long toldOldAt;

    private boolean toldOld;

    /** Makes the holder for a component whose tasks have consecutive ids. */
    TokenHolder(int firstTask, int count, int distances, long firstEpoch) {
        this(index -> firstTask + index, task -> task - firstTask, count, distances, firstEpoch);
    }

    /**
     * @param taskOf returns the component's task of a number, from 0
     * @param indexOf returns the number of a task
     * @param count number of the component's tasks
     * @param distances number of distances
     * @param firstEpoch first epoch, which is later than those of an earlier start of this task, if the clocks say so
     */
    public TokenHolder(IntUnaryOperator taskOf, IntUnaryOperator indexOf, int count, int distances, long firstEpoch) {
        this.indexOf = indexOf;
        this.targets = new Target[count];
        Arrays.setAll(targets, i -> new Target(taskOf.applyAsInt(i), i, firstEpoch));
        this.byDistance = new Near[distances];
        Arrays.setAll(byDistance, i -> new Near(count));
    }

    /** Returns how many tuples can be sent now. */
    public long available() {
        return available;
    }

    /** Returns the number of a target's tokens that were used or returned in the present epoch; for tests. */
    long spent(int task) {
        return target(task).used + target(task).returned;
    }

    /** Returns the number of a target's tokens that are held; for tests. */
    long held(int task) {
        return target(task).held();
    }

    /** Returns the present epoch of a target; for tests. */
    long epoch(int task) {
        return target(task).epoch;
    }

    /** Uses a token. Returns the task that gave it, one of the nearest; {@link #NONE} if there is no token. */
    public int take() {
        if (available == 0) {
            return NONE;
        }
        for (Near near : byDistance) {
            while (near.count > 0) {
                int index = near.take();
                Target target = targets[index];
                target.listed = false;
                if (target.held() > 0) {
                    target.used++;
                    available--;
                    list(target);
                    return target.task;
                }
            }
        }
        throw new IllegalStateException(available + " tokens are held, and no task has given one");
    }

    /** The tuple for which the last token of this task was used was not sent. */
    public void undo(int task) {
        Target target = target(task);
        if (target.used > 0) {
            target.used--;
            available++;
            list(target);
        }
    }

    /** A target has given tokens, or wants some back. */
    public void granted(int task, Grant grant) {
        Target target = target(task);
        if (grant.epoch() > target.epoch) {
            begin(target, grant.epoch() + 1);
        } else if (grant.epoch() == target.epoch) {
            target.done = Math.max(target.done, grant.done());
            if (grant.granted() > target.granted) {
                available += grant.granted() - target.granted;
                target.granted = grant.granted();
                list(target);
            }
            if (grant.recall() > target.recall) {
                target.recall = grant.recall();
                target.recalled = grant.recalled();
                tell(target);
            }
        }
    }

    /** Another path leads to the target, or messages by the old path may be lost: its tokens are void. */
    public void replaced(int task) {
        Target target = target(task);
        begin(target, target.epoch + 1);
    }

    /** Returns how many messages were sent to a target by tokens of this epoch which it has not reported as done. */
    public long notDone(int task) {
        Target target = target(task);
        return Math.max(0, target.used - target.done);
    }

    /** Sets the distance of a target: tokens of the nearest are used first. */
    public void distance(int task, int distance) {
        target(task).distance = distance;
    }

    private void begin(Target target, long epoch) {
        available -= target.held();
        target.epoch = epoch;
        target.number = 0;
        target.granted = 0;
        target.used = 0;
        target.returned = 0;
        target.done = 0;
        target.waiting = 0;
        target.grantedThen = 0;
        target.recall = 0;
        target.recalled = 0;
        tell(target);
    }

    private void tell(Target target) {
        target.mustTell = true;
        mustTell = true;
    }

    private void list(Target target) {
        if (!target.listed && target.held() > 0) {
            target.listed = true;
            byDistance[target.distance].add(target.index);
        }
    }

    private Target target(int task) {
        return targets[indexOf.applyAsInt(task)];
    }

    /**
     * Informs targets of the waiting tuples, and returns tokens to targets that recall some. To be called when all
     * tokens were used for which a tuple waits.
     *
     * @param waiting number of waiting tuples
     * @param headSince time since when the first of them waits
     */
    public void tell(long waiting, long headSince, long now, Asks asks) {
        boolean old = waiting > 0 && dueOld(headSince) - now <= 0;
        boolean all = old || waiting >= 2 * told + CHANGE || told >= CHANGE && waiting <= told / 4;
        boolean needs = waiting > 0 && available == 0;
        if (!all && !needs && !mustTell) {
            return;
        }
        if (all) {
            told = waiting;
        }
        if (old) {
            toldOld = true;
            toldOldAt = now;
        }
        mustTell = false;
        int ageMillis = waiting == 0 ? 0 : (int) Math.max(0, Math.min(Integer.MAX_VALUE, (now - headSince) / MILLI));
        for (Target target : targets) {
            if (all || target.mustTell || needs && target.isSatisfied()) {
                tell(target, waiting, ageMillis, asks);
            }
        }
    }

    /**
     * Returns the time when {@link #tell} must be called although nothing changes, while tuples wait.
     *
     * @param headSince time since when the first of them waits
     */
    public long dueOld(long headSince) {
        long old = headSince + OLD_NANOS;
        return toldOld && toldOldAt + OLD_NANOS - old > 0 ? toldOldAt + OLD_NANOS : old;
    }

    private void tell(Target target, long waiting, int ageMillis, Asks asks) {
        target.mustTell = false;
        long back = Math.min(target.recalled, target.held());
        target.returned += back;
        available -= back;
        target.recalled = 0;
        target.waiting = waiting;
        target.grantedThen = target.granted;
        target.number++;
        asks.send(
                target.task,
                new Ask(
                        target.epoch,
                        target.number,
                        target.granted,
                        target.returned,
                        waiting,
                        target.recall,
                        ageMillis));
    }
}
