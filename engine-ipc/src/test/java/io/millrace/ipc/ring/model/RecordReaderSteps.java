// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring.model;

import io.millrace.ipc.ring.model.ConsumerFields.At;

/** The steps that run the handler and store that in shared memory, and the restart of a killed consumer. */
final class RecordReaderSteps {
    private final Ring ring;
    private final ConsumerFields me;
    private final ConsumerSteps consumer;

    RecordReaderSteps(Ring ring, ConsumerSteps consumer) {
        this.ring = ring;
        this.me = ring.consumer;
        this.consumer = consumer;
    }

    void expand(Steps steps) {
        switch (me.at(steps.now())) {
            case DELIVER -> deliver(steps);
            case COUNT -> count(steps);
            case MARK -> mark(steps);
            default -> throw new IllegalStateException(me.at(steps.now()) + " is no step of delivery");
        }
    }

    private void deliver(Steps steps) {
        long[] s = steps.now();
        int at = me.position(s);
        int content = wholeRecord(s, at);
        int p = ring.producerOf(content);
        PlannedRecord record = ring.planned(content);
        long[] next = steps.fork();
        me.go(next, At.MARK);
        if (record.isBatch()) {
            int read = ring.count(s, at);
            if (read == record.messages()) {
                steps.take("finds the batch at %d read", at);
                return;
            }
            if (ring.without(Mutant.COUNT_FIRST)) {
                ring.setCount(next, at, read + 1);
            } else {
                hand(next, p, record.message() + read);
            }
            me.go(next, At.COUNT);
            steps.take("delivers message %d of p%d, from the batch at %d", record.message() + read, p, at);
        } else if (!hasAllBefore(s, at, record) && !ring.without(Mutant.LAST_ALONE)) {
            steps.take("drops the fragment at %d", at);
        } else if (!record.isLast()) {
            steps.take("takes the fragment at %d", at);
        } else {
            if (record.fragment() > 0 && !isContinued(s, at, content)) {
                throw new Violation(
                        Damage.INCOMPLETE,
                        "message %d of p%d is delivered without all its fragments",
                        record.message(),
                        p);
            }
            hand(next, p, record.message());
            steps.take("delivers message %d of p%d, from %d", record.message(), p, at);
            if (ring.scenario.holds() && me.held.get(s) == Ring.NONE) {
                next = steps.fork();
                me.go(next, At.MARK);
                hand(next, p, record.message());
                me.held.set(next, at);
                me.heldContent.set(next, content);
                steps.mayTake("delivers and holds what is at %d", at);
            }
        }
    }

    private int wholeRecord(long[] s, int at) {
        int content = ring.content(s, at);
        boolean whole = ring.isCopied(content);
        for (int cell = at; cell < ring.end(s, at); cell++) {
            whole &= ring.content(s, cell) == content;
        }
        if (!whole) {
            throw new Violation(Damage.TORN, "the record at %d is torn", at);
        }
        return content;
    }

    /** Whether the consumer has all fragments before this one. */
    private boolean hasAllBefore(long[] s, int at, PlannedRecord record) {
        return record.fragment() == 0 || me.parts[ring.owner(s, at)].get(s) == record.fragment();
    }

    private boolean isContinued(long[] s, int at, int content) {
        int slot = ring.owner(s, at);
        int fragment = ring.planned(content).fragment();
        return me.parts[slot].get(s) == fragment
                && me.firstPart[slot].get(s)
                        == ring.copied(ring.producerOf(content), ring.recordOf(content) - fragment);
    }

    /** The handler runs. */
    private void hand(long[] next, int p, int message) {
        Field[] delivered = ring.delivered[p];
        if (delivered[message].is(next)) {
            if (!ring.inDoubt[p][message].is(next)) {
                throw new Violation(Damage.DELIVERED_TWICE, "message %d of p%d is delivered twice", message, p);
            }
            ring.inDoubt[p][message].set(next, 0);
        }
        for (int later = message + 1; later < delivered.length; later++) {
            if (delivered[later].is(next)) {
                throw new Violation(
                        Damage.OUT_OF_ORDER, "message %d of p%d is delivered after message %d", message, p, later);
            }
        }
        delivered[message].set(next, 1);
    }

    /** Stores how far a batch is read. */
    private void count(Steps steps) {
        long[] s = steps.now();
        int at = me.position(s);
        int read = ring.count(s, at) + (ring.without(Mutant.COUNT_FIRST) ? 0 : 1);
        boolean all = read == ring.planned(ring.content(s, at)).messages();
        long[] next = storeCount(steps, at, read);
        me.go(next, all ? At.MARK : At.DELIVER);
        steps.take("has read %d messages of the batch at %d", read, at);
        if (!all) {
            stop(storeCount(steps, at, read));
            steps.take("has read %d messages of the batch at %d, and may read no more in this poll", read, at);
        }
    }

    private long[] storeCount(Steps steps, int at, int read) {
        long[] next = steps.fork();
        if (ring.without(Mutant.COUNT_FIRST)) {
            int content = ring.content(next, at);
            hand(next, ring.producerOf(content), ring.planned(content).message() + read - 1);
        }
        ring.setCount(next, at, read);
        return next;
    }

    private void stop(long[] next) {
        if (me.inOrder.is(next)) {
            me.becomeIdle(next);
        } else {
            endPass(next);
        }
    }

    private void endPass(long[] next) {
        me.becomeIdle(next);
        me.go(next, At.END_PASS);
    }

    /** Stores the read word in order, READ in a pass. */
    private void mark(Steps steps) {
        long[] s = steps.now();
        int at = me.position(s);
        int end = ring.end(s, at);
        if (me.inOrder.is(s)) {
            if (!consumer.clearLeftovers(steps, end)) {
                long[] next = steps.fork();
                keepParts(next, at);
                me.cursor.set(next, end);
                consumer.storeRead(next, end);
                me.becomeIdle(next);
                steps.take("has read up to %d", end);
            }
            return;
        }
        consumer.finished(markRead(steps, at));
        steps.take("marks %d READ", at);
        long[] next = markRead(steps, at);
        consumer.finished(next);
        endPass(next);
        steps.take("marks %d READ, and may read no more in this poll", at);
    }

    private long[] markRead(Steps steps, int at) {
        long[] next = steps.fork();
        keepParts(next, at);
        if (!ring.without(Mutant.NO_MARK)) {
            ring.setState(next, at, Ring.READ);
        }
        return next;
    }

    /** Done once the fragment itself is not read again. */
    private void keepParts(long[] next, int at) {
        int content = ring.content(next, at);
        PlannedRecord record = ring.planned(content);
        int slot = ring.owner(next, at);
        if (record.fragments() == 1) {
            return;
        }
        boolean keep = hasAllBefore(next, at, record) && !record.isLast();
        me.parts[slot].set(next, keep ? record.fragment() + 1 : 0);
        if (!keep) {
            me.firstPart[slot].set(next, 0);
        } else if (record.fragment() == 0) {
            me.firstPart[slot].set(next, content);
        }
    }

    /** The consumer is killed, and another one takes over with nothing but shared memory. */
    void restart(Steps steps) {
        long[] next = steps.fork();
        At at = me.at(next);
        int content = at == At.MARK || at == At.COUNT ? ring.content(next, me.position(next)) : Ring.NOTHING;
        if (content != Ring.NOTHING) {
            doubt(next, content, at == At.COUNT ? ring.count(next, me.position(next)) : 0);
        }
        for (int slot = 0; slot < ring.slots; slot++) {
            if (me.parts[slot].get(next) > 0) {
                int first = me.firstPart[slot].get(next);
                ring.forfeited[ring.producerOf(first)][ring.planned(first).message()].set(next, 1);
            }
        }
        if (ring.without(Mutant.NO_COUNT)) {
            ring.forgetCounts(next);
        }
        int read = ring.without(Mutant.START_AT_FREE) ? 0 : ring.read.get(next);
        int free = ring.without(Mutant.FREE_BEFORE_READ_WORD) ? 0 : ring.free.get(next);
        me.forget(next, Math.max(free, read));
        steps.kill("the consumer is KILLED, another one begins at %d", Math.max(free, read));
    }

    private void doubt(long[] next, int content, int readOfBatch) {
        PlannedRecord record = ring.planned(content);
        if (record.isBatch() && me.at(next) == At.MARK) {
            return;
        }
        int p = ring.producerOf(content);
        int message = record.message() + readOfBatch;
        if (ring.delivered[p][message].is(next)) {
            ring.inDoubt[p][message].set(next, 1);
        }
    }

    void checkNothingIsLost(long[] s) {
        for (int p = 0; p < ring.producers; p++) {
            for (int message = 0; message < ring.delivered[p].length; message++) {
                if (isCommitted(s, p, message)
                        && !ring.delivered[p][message].is(s)
                        && !ring.forfeited[p][message].is(s)) {
                    throw new Violation(Damage.LOST, "message %d of p%d is committed and lost", message, p);
                }
            }
        }
    }

    private boolean isCommitted(long[] s, int p, int message) {
        for (int r = 0; r < ring.plans.get(p).size(); r++) {
            PlannedRecord record = ring.plans.get(p).get(r);
            boolean in = record.message() <= message && message < record.message() + record.messages();
            if (in && !ring.committed[p][r].is(s)) {
                return false;
            }
        }
        return true;
    }
}
