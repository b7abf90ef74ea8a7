// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring.model;

import io.millrace.ipc.ring.model.ConsumerFields.At;

/**
 * The consumer's order of reading. While nothing is passed over it reads in order, and one word says what has been
 * read. Otherwise it makes passes, each bounded by a snapshot of tail, over the skipped claims and then over new ones.
 */
final class ConsumerSteps {
    private final Ring ring;
    private final ConsumerFields me;
    private final RecoverySteps recovery;
    private final RecordReaderSteps reader;
    private final RetirementSteps retirement;
    private final RetainingSteps holding;

    ConsumerSteps(Ring ring) {
        this.ring = ring;
        this.me = ring.consumer;
        this.recovery = new RecoverySteps(ring, this);
        this.reader = new RecordReaderSteps(ring, this);
        this.retirement = new RetirementSteps(ring);
        this.holding = new RetainingSteps(ring);
    }

    void start(long[] s) {
        me.forget(s, 0);
    }

    void expand(Steps steps) {
        reader.restart(steps);
        switch (me.at(steps.now())) {
            case IDLE -> {
                publishFree(steps);
                beginPass(steps);
                readInOrder(steps);
                retirement.begin(steps);
                holding.expand(steps);
            }
            case SCAN -> scan(steps);
            case FINISH -> finish(steps, me.claimEnd.get(steps.now()));
            case READ_ANNOUNCES, FIND_END, PROBE_OWNER, ABANDON, SEEK_ANNOUNCER, PROBE_ANNOUNCER, ABANDON_HOLE ->
                recovery.expand(steps);
            case DELIVER, COUNT, MARK -> reader.expand(steps);
            case END_PASS -> endPass(steps);
            case LOAD_RETIREMENT, CLEAR_ANNOUNCE, FREE_SLOT, UNLINK -> retirement.expand(steps);
        }
    }

    boolean isQuiet(long[] s) {
        return me.at(s) == At.IDLE
                && me.size.get(s) == 0
                && (ring.free.get(s) == ring.tail.get(s) || holding.keepsTheRest(s))
                && retirement.isQuiet(s);
    }

    void checkNothingIsLost(long[] s) {
        reader.checkNothingIsLost(s);
    }

    /** Publishes free; what is freed is overwritten. */
    private void publishFree(Steps steps) {
        long[] s = steps.now();
        int done = holding.overwritable(s, ring.without(Mutant.FREE_FIRST) ? beyondReady(s) : me.done.get(s));
        if (ring.free.get(s) < done) {
            long[] next = steps.fork();
            ring.fill(next, ring.free.get(s), done, Ring.NOTHING);
            ring.free.set(next, done);
            steps.take("publishes free, %d", done);
        } else if (ring.without(Mutant.FREE_BEFORE_READ_WORD) && ring.read.get(s) < done) {
            long[] next = steps.fork();
            ring.read.set(next, done);
            steps.take("stores the read word, %d", done);
        }
    }

    private int beyondReady(long[] s) {
        int cursor = me.cursor.get(s);
        boolean ready = me.size.get(s) == 0 && ring.isDescribed(s, cursor) && ring.state(s, cursor) == Ring.READY;
        return ready ? ring.end(s, cursor) : me.done.get(s);
    }

    private void beginPass(Steps steps) {
        long[] s = steps.now();
        if (me.size.get(s) > 0 || ring.tail.get(s) > me.cursor.get(s)) {
            long[] next = steps.fork();
            me.limit.set(next, ring.tail.get(s));
            lookAtNext(next);
            steps.take("begins a pass up to %d", ring.tail.get(s));
        }
    }

    private void readInOrder(Steps steps) {
        long[] s = steps.now();
        int cursor = me.cursor.get(s);
        if (!ring.isDescribed(s, cursor)) {
            return;
        }
        int end = ring.end(s, cursor);
        boolean nothingPassedOver = me.size.get(s) == 0;
        if (ring.state(s, cursor) == Ring.READY && nothingPassedOver) {
            long[] next = steps.fork();
            me.inOrder.set(next, 1);
            if (ring.without(Mutant.READ_WORD_FIRST)) {
                ring.read.set(next, end);
            }
            me.go(next, At.DELIVER);
            steps.take("sees %d READY", cursor);
        } else if (ring.state(s, cursor) == Ring.READY && ring.without(Mutant.IN_ORDER_PAST_WINDOW)) {
            long[] next = steps.fork();
            me.limit.set(next, cursor);
            me.claimEnd.set(next, end);
            me.index.set(next, me.size.get(s));
            me.go(next, At.DELIVER);
            steps.take("sees %d READY behind what is passed over", cursor);
        } else if (ring.isFinished(s, cursor) && nothingPassedOver && !clearLeftovers(steps, end)) {
            long[] next = steps.fork();
            me.cursor.set(next, end);
            storeRead(next, end);
            steps.take("steps over %d", cursor);
        }
    }

    /** Goes to the next skipped claim, and then to what is new. */
    void lookAtNext(long[] next) {
        boolean window = me.looksAtWindow(next);
        me.claimEnd.set(next, window ? me.end[me.index.get(next)].get(next) : 0);
        me.slot.set(next, 0);
        me.go(next, window ? At.FINISH : At.SCAN);
    }

    private void scan(Steps steps) {
        long[] s = steps.now();
        int cursor = me.cursor.get(s);
        int limit = ring.without(Mutant.NO_SNAPSHOT_DELIVERY) ? ring.tail.get(s) : me.limit.get(s);
        int bound = Math.min(limit, me.done.get(s) + ring.scenario.windowCells());
        if (cursor >= bound || me.windowIsFull(s)) {
            endPass(steps);
            takeFromTheLiving(steps, limit);
        } else if (ring.isDescribed(s, cursor)) {
            finish(steps, ring.end(s, cursor));
        } else {
            long[] next = steps.fork();
            int most = Math.min(limit, ring.endOfLap(cursor));
            me.claimEnd.set(next, ring.without(Mutant.WORDS_FIRST) ? ring.firstDescribed(s, cursor, most) : most);
            me.go(next, At.READ_ANNOUNCES);
            steps.take("sees a hole at %d", cursor);
        }
    }

    private void takeFromTheLiving(Steps steps, int limit) {
        long[] s = steps.now();
        if (ring.without(Mutant.SKIPPING_TAKES) && me.cursor.get(s) < limit && me.size.get(s) > 0) {
            int oldest = me.start[0].get(s);
            long[] next = steps.fork();
            ring.describe(next, oldest, Ring.NONE, me.end[0].get(s) - oldest, Ring.ABANDONED);
            steps.take("skips %d for good", oldest);
        }
    }

    /** Looks at a claim whose end is known: reads it, steps over it, or probes its owner. */
    private void finish(Steps steps, int end) {
        long[] s = steps.now();
        int at = me.position(s);
        if (!ring.isDescribed(s, at)) {
            passOver(steps, end);
            turn(steps, end, At.SEEK_ANNOUNCER);
            steps.take("suspects who claimed %d", at);
        } else if (ring.end(s, at) != end) {
            throw new Violation(Damage.WRONG_END, "the claim at %d ends at %d, not at %d", at, ring.end(s, at), end);
        } else if (ring.isFinished(s, at)) {
            finished(turn(steps, end, At.FINISH));
            steps.take("finds %d finished", at);
        } else if (ring.state(s, at) == Ring.READY) {
            long[] next = turn(steps, end, At.DELIVER);
            if (ring.without(Mutant.MARK_FIRST)) {
                ring.setState(next, at, Ring.READ);
            }
            steps.take("sees %d READY", at);
        } else {
            passOver(steps, end);
            turn(steps, end, At.PROBE_OWNER);
            steps.take("suspects the owner of %d", at);
        }
    }

    private long[] turn(Steps steps, int end, At to) {
        long[] next = steps.fork();
        me.claimEnd.set(next, end);
        me.go(next, to);
        return next;
    }

    /** The claim is not finished: the pass skips it, and a later pass looks at it again. */
    void passOver(Steps steps, int end) {
        long[] next = steps.fork();
        int at = me.position(next);
        if (!me.looksAtWindow(next)) {
            checkSize(next, at);
            me.add(next, at, end);
            me.cursor.set(next, end);
        }
        me.index.set(next, me.index.get(next) + 1);
        lookAtNext(next);
        steps.take("passes over %d", at);
    }

    /** Not checked for mutants, which show the damage that follows. */
    private void checkSize(long[] s, int at) {
        if (me.size.get(s) == ring.slots && ring.mutant == null) {
            throw new Violation(Damage.WINDOW_FULL, "%d is passed over, as are as many as there are slots", at);
        }
    }

    /** Steps over the claim for good. */
    void finished(long[] next) {
        if (me.looksAtWindow(next)) {
            me.remove(next, me.index.get(next));
        } else {
            me.cursor.set(next, me.claimEnd.get(next));
        }
        lookAtNext(next);
    }

    private void endPass(Steps steps) {
        long[] s = steps.now();
        boolean nothingPassedOver = me.size.get(s) == 0 || ring.without(Mutant.SKIPPING_FREES);
        int finished = nothingPassedOver ? me.cursor.get(s) : me.start[0].get(s);
        if (!clearLeftovers(steps, finished)) {
            long[] next = steps.fork();
            storeRead(next, finished);
            me.becomeIdle(next);
            steps.take("ends the pass, has read up to %d", finished);
        }
    }

    /** Done before the read word is stored, so that the next consumer repeats it after a death. */
    boolean clearLeftovers(Steps steps, int to) {
        long[] s = steps.now();
        int from = me.done.get(s);
        boolean due = ring.scenario.clears() && from < to && (isClearing(from) || isClearing(to - 1));
        if (!due || ring.without(Mutant.NO_CLEARING) || !ring.hasLeftovers(s, from, to)) {
            return false;
        }
        ring.clearLeftovers(steps.fork(), from, to);
        steps.take("clears leftovers from %d to %d", from, to);
        return true;
    }

    private boolean isClearing(int position) {
        boolean late = ring.without(Mutant.LATE_CLEARING);
        int period = late ? ring.scenario.laps() : ring.scenario.lapsBetweenClearing();
        return position / ring.cells % period == 0;
    }

    /** The next consumer begins here. */
    void storeRead(long[] next, int position) {
        me.done.set(next, position);
        if (!ring.without(Mutant.FREE_BEFORE_READ_WORD)) {
            ring.read.set(next, Math.max(position, ring.read.get(next)));
        }
    }
}
