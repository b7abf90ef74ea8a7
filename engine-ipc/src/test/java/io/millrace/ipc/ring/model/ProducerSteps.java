// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring.model;

import static io.millrace.ipc.ring.model.Ring.NONE;

import io.millrace.ipc.ring.model.ProducerFields.At;

/** The producers' steps: registering, and claiming, writing and committing a record. */
final class ProducerSteps {
    private final Ring ring;

    ProducerSteps(Ring ring) {
        this.ring = ring;
    }

    void start(long[] s) {
        for (int p = 0; p < ring.producers; p++) {
            boolean hasSlot = p < ring.slots;
            ring.lock[ring.processOf(p)].set(s, 1);
            ring.producer[p].go(s, hasSlot ? At.LOAD_TAIL : firstToRegister());
            if (hasSlot) {
                ring.producer[p].slot.set(s, p);
                ring.slotWord[p].set(s, Ring.taken(p));
                ring.link[p].set(s, 1);
            }
        }
    }

    private At firstToRegister() {
        return ring.without(Mutant.LINK_AFTER) ? At.REGISTER : At.LINK;
    }

    void expand(Steps steps) {
        for (int process = 0; process < ring.producers; process++) {
            if (canDie(steps.now(), process)) {
                long[] next = steps.fork();
                die(next, process);
                steps.kill("process %d is KILLED", process);
            }
        }
        for (int p = 0; p < ring.producers; p++) {
            expand(steps, p);
        }
    }

    /** The death of a process that has done nothing is no new state. */
    private boolean canDie(long[] s, int process) {
        for (int p = 0; p < ring.producers; p++) {
            At at = ring.producer[p].at(s);
            if (ring.processOf(p) == process && at != At.GONE && at != firstToRegister()) {
                return true;
            }
        }
        return false;
    }

    private void die(long[] s, int process) {
        ring.lock[process].set(s, 0);
        for (int p = 0; p < ring.producers; p++) {
            if (ring.processOf(p) == process) {
                ring.producer[p].forget(s);
            }
        }
    }

    private void expand(Steps steps, int p) {
        long[] s = steps.now();
        ProducerFields me = ring.producer[p];
        switch (me.at(s)) {
            case GONE -> {}
            case LINK -> {
                long[] next = steps.fork();
                ring.link[p].set(next, 1);
                me.go(next, ring.without(Mutant.LINK_AFTER) ? At.LOAD_TAIL : At.REGISTER);
                steps.take("p%d links its process", p);
            }
            case REGISTER -> register(steps, p);
            case TAKE -> take(steps, p);
            case LOAD_TAIL -> {
                long[] next = steps.fork();
                me.position.set(next, ring.tail.get(s));
                me.go(next, At.ANNOUNCE);
                steps.take("p%d loads tail", p);
            }
            case ANNOUNCE, CLAIM, WITHDRAW, DESCRIBE, CLEAR, COPY -> claim(steps, p);
            case CHECK, COMMIT -> finish(steps, p);
            case SETTLE -> settle(steps, p);
            case CLOSE -> close(steps, p);
        }
        if (ring.without(Mutant.LOCK_DROPPED) && me.at(s) != At.GONE && ring.lock[ring.processOf(p)].is(s)) {
            long[] next = steps.fork();
            ring.lock[ring.processOf(p)].set(next, 0);
            steps.take("p%d lets its lock go", p);
        }
    }

    private void register(Steps steps, int p) {
        long[] s = steps.now();
        for (int slot = 0; slot < ring.slots; slot++) {
            if (mayTake(s, slot)) {
                long[] next = steps.fork();
                ring.producer[p].slot.set(next, slot);
                ring.producer[p].go(next, At.TAKE);
                steps.take("p%d picks slot %d", p, slot);
            }
        }
    }

    private boolean mayTake(long[] s, int slot) {
        int word = ring.slotWord[slot].get(s);
        return word == Ring.FREE
                || ring.without(Mutant.TAKEN_WHEN_CLOSED) && !Ring.isTaken(word)
                || ring.without(Mutant.TAKEN_FROM_THE_DEAD) && !ring.isAlive(s, slot);
    }

    /** Takes it by CAS. */
    private void take(Steps steps, int p) {
        long[] next = steps.fork();
        ProducerFields me = ring.producer[p];
        int slot = me.slot.get(next);
        if (mayTake(next, slot) || ring.without(Mutant.TAKEN_BLINDLY)) {
            ring.slotWord[slot].set(next, Ring.taken(p));
            me.go(next, ring.without(Mutant.LINK_AFTER) ? At.LINK : At.LOAD_TAIL);
            steps.take("p%d takes slot %d", p, slot);
        } else {
            me.slot.set(next, 0);
            me.go(next, At.REGISTER);
            steps.take("p%d finds slot %d taken", p, slot);
        }
    }

    private void claim(Steps steps, int p) {
        long[] s = steps.now();
        ProducerFields me = ring.producer[p];
        int slot = me.slot.get(s);
        int at = me.position.get(s);
        int needed = planned(s, p).cells();
        int room = ring.endOfLap(at) - at;
        boolean flush = needed > room && !ring.without(Mutant.STRADDLE);
        int cells = flush ? room : needed;
        long[] next = steps.fork();
        switch (me.at(s)) {
            case ANNOUNCE -> {
                if (at + cells - ring.free.get(s) > ring.cells) {
                    me.startOver(next);
                    steps.take("p%d finds no room", p);
                    return;
                }
                boolean silent = ring.without(Mutant.NO_ANNOUNCE) || flush && ring.without(Mutant.FLUSH_NOT_ANNOUNCED);
                if (!silent) {
                    ring.announce[slot].set(next, at);
                }
                me.go(next, At.CLAIM);
                steps.take("p%d announces %d", p, at);
            }
            case CLAIM -> compareAndSetTail(steps, next, p, cells, flush);
            case WITHDRAW -> {
                ring.announce[slot].set(next, NONE);
                me.startOver(next);
                steps.take("p%d withdraws", p);
            }
            case DESCRIBE -> {
                if (ring.without(Mutant.CLEAR_FIRST) && ring.announce[slot].get(s) != NONE) {
                    ring.announce[slot].set(next, NONE);
                    steps.take("p%d clears its announce", p);
                    return;
                }
                checkMine(s, p, at, "descriptor");
                ring.describe(next, at, slot, cells, flush ? Ring.FLUSH : Ring.WRITING);
                me.go(next, At.CLEAR);
                steps.take("p%d describes %d", p, at);
            }
            case CLEAR -> {
                ring.announce[slot].set(next, NONE);
                if (flush) {
                    me.startOver(next);
                } else {
                    me.go(next, At.COPY);
                }
                steps.take("p%d clears its announce", p);
            }
            default -> copy(steps, next, p, cells);
        }
    }

    /** The claim is a hole from here to the descriptor, which is written last in a short record. */
    private void compareAndSetTail(Steps steps, long[] next, int p, int cells, boolean flush) {
        ProducerFields me = ring.producer[p];
        int at = me.position.get(next);
        if (ring.tail.get(next) != at) {
            if (ring.without(Mutant.NO_WITHDRAWAL)) {
                me.startOver(next);
            } else {
                me.go(next, At.WITHDRAW);
            }
            steps.take("p%d fails to claim", p);
            return;
        }
        for (int position = at; position < at + cells; position++) {
            if (ring.content(next, position) != Ring.NOTHING) {
                throw new Violation(Damage.CLAIMED_TWICE, "p%d claims %d, which is not free", p, position);
            }
        }
        ring.tail.set(next, at + cells);
        ring.fill(next, at, at + cells, ring.claimed(p, me.record.get(next)));
        me.go(next, planned(next, p).isShort() && !flush ? At.COPY : At.DESCRIBE);
        steps.take("p%d claims %d to %d", p, at, at + cells);
    }

    private void copy(Steps steps, long[] next, int p, int cells) {
        ProducerFields me = ring.producer[p];
        int at = me.position.get(next);
        int copied = me.copied.get(next);
        int cell = at + copied;
        checkMine(next, p, cell, "payload");
        if (cell >= ring.endOfLap(at)) {
            throw new Violation(Damage.TORN, "the record of p%d at %d goes over the end of the ring", p, at);
        }
        ring.fill(next, cell, cell + 1, ring.copied(p, me.record.get(next)));
        if (copied + 1 < cells) {
            me.copied.set(next, copied + 1);
        } else {
            me.copied.set(next, 0);
            me.go(next, planned(next, p).isShort() ? At.COMMIT : At.CHECK);
        }
        steps.take("p%d copies to %d", p, cell);
    }

    /**
     * Checks that the descriptor is unchanged, and stores another state. As nobody else changes it, this equals a CAS.
     */
    private void finish(Steps steps, int p) {
        long[] s = steps.now();
        ProducerFields me = ring.producer[p];
        int at = me.position.get(s);
        PlannedRecord planned = planned(s, p);
        if (me.at(s) == At.CHECK) {
            if (!ring.isDescribed(s, at, me.slot.get(s), planned.cells(), Ring.WRITING)) {
                throw new Violation(Damage.LATE_WRITE, "the record of p%d at %d was taken from it", p, at);
            }
            long[] next = steps.fork();
            me.go(next, At.COMMIT);
            steps.take("p%d finds %d its own", p, at);
            return;
        }
        checkMine(s, p, at, "commit");
        boolean own = planned.isShort()
                ? !ring.isDescribed(s, at)
                : ring.isDescribed(s, at, me.slot.get(s), planned.cells(), Ring.WRITING);
        if (!own) {
            throw new Violation(Damage.LATE_WRITE, "p%d commits %d, which was taken from it", p, at);
        }
        int slot = me.slot.get(s);
        if (planned.isShort() && ring.without(Mutant.SETTLED_FIRST) && ring.announce[slot].get(s) != NONE) {
            long[] next = steps.fork();
            ring.announce[slot].set(next, NONE);
            steps.take("p%d clears its announce", p);
            return;
        }
        long[] next = steps.fork();
        ring.setCount(next, at, 0);
        ring.describe(next, at, slot, planned.cells(), Ring.READY);
        ring.committed[p][me.record.get(s)].set(next, 1);
        goOn(next, p, 1);
        steps.take("p%d commits %d", p, at);
        next = steps.fork();
        ring.describe(next, at, slot, planned.cells(), Ring.ABANDONED);
        goOn(next, p, planned.fragments() - planned.fragment());
        steps.take("p%d aborts %d", p, at);
    }

    /** Goes on to a later record; a short one's announce is cleared first. */
    private void goOn(long[] next, int p, int records) {
        ProducerFields me = ring.producer[p];
        if (planned(next, p).isShort()) {
            me.copied.set(next, records);
            me.go(next, At.SETTLE);
        } else {
            turnTo(next, p, me.record.get(next) + records);
        }
    }

    private void settle(Steps steps, int p) {
        long[] next = steps.fork();
        ProducerFields me = ring.producer[p];
        ring.announce[me.slot.get(next)].set(next, NONE);
        turnTo(next, p, me.record.get(next) + me.copied.get(next));
        steps.take("p%d clears its announce", p);
    }

    private void turnTo(long[] next, int p, int record) {
        ProducerFields me = ring.producer[p];
        me.startOver(next);
        if (record < ring.plans.get(p).size()) {
            me.record.set(next, record);
        } else {
            me.record.set(next, 0);
            me.go(next, At.CLOSE);
        }
    }

    private void close(Steps steps, int p) {
        long[] next = steps.fork();
        int slot = ring.producer[p].slot.get(next);
        if (ring.slotWord[slot].get(next) == Ring.taken(p)) {
            ring.slotWord[slot].set(next, Ring.closed(p));
        }
        ring.producer[p].forget(next);
        boolean last = true;
        for (int other = 0; other < ring.producers; other++) {
            last &= ring.processOf(other) != ring.processOf(p) || ring.producer[other].at(next) == At.GONE;
        }
        if (last || ring.without(Mutant.FIRST_CLOSE_UNLOCKS)) {
            ring.lock[ring.processOf(p)].set(next, 0);
        }
        steps.take("p%d closes", p);
    }

    private PlannedRecord planned(long[] s, int p) {
        return ring.plans.get(p).get(ring.producer[p].record.get(s));
    }

    private void checkMine(long[] s, int p, int position, String what) {
        int content = ring.content(s, position);
        int record = ring.producer[p].record.get(s);
        if (content != ring.claimed(p, record) && content != ring.copied(p, record)) {
            throw new Violation(
                    Damage.LATE_WRITE, "%s of p%d at %d goes into a cell that was taken from it", what, p, position);
        }
    }

    boolean areGone(long[] s) {
        for (ProducerFields producer : ring.producer) {
            if (producer.at(s) != At.GONE) {
                return false;
            }
        }
        return true;
    }
}
