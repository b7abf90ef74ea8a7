// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring.model;

import static io.millrace.ipc.ring.model.Ring.NONE;

import io.millrace.ipc.ring.model.ConsumerFields.At;

/**
 * The consumer's steps for unfinished claims: finding the end of a hole, and abandoning the claims of dead producers.
 */
final class RecoverySteps {
    private final Ring ring;
    private final ConsumerFields me;
    private final ConsumerSteps consumer;

    RecoverySteps(Ring ring, ConsumerSteps consumer) {
        this.ring = ring;
        this.me = ring.consumer;
        this.consumer = consumer;
    }

    void expand(Steps steps) {
        long[] s = steps.now();
        switch (me.at(s)) {
            case READ_ANNOUNCES -> readAnnounce(steps);
            case FIND_END -> findEnd(steps);
            case PROBE_OWNER -> probeOwner(steps);
            case ABANDON -> abandon(steps);
            case SEEK_ANNOUNCER -> seekAnnouncer(steps);
            case PROBE_ANNOUNCER -> probeAnnouncer(steps);
            case ABANDON_HOLE -> abandonHole(steps);
            default -> throw new IllegalStateException(me.at(s) + " is no step of recovery");
        }
    }

    /** The claim behind a hole is announced until it is described. */
    private void readAnnounce(Steps steps) {
        long[] next = steps.fork();
        int slot = me.slot.get(next);
        int announced = ring.announce[slot].get(next);
        boolean behind = announced > me.position(next) && announced < me.claimEnd.get(next);
        if (behind && !ring.without(Mutant.NO_ANNOUNCE_BOUND)) {
            me.claimEnd.set(next, announced);
        }
        nextSlot(next, At.READ_ANNOUNCES, At.FIND_END);
        steps.take("reads the announce of slot %d, %d", slot, announced);
    }

    private void nextSlot(long[] next, At again, At afterLast) {
        int slot = me.slot.get(next) + 1;
        me.slot.set(next, slot % ring.slots);
        me.go(next, slot < ring.slots ? again : afterLast);
    }

    /** A claim from before the snapshot that is not announced any more is described by now. */
    private void findEnd(Steps steps) {
        long[] next = steps.fork();
        int at = me.position(next);
        int end = me.claimEnd.get(next);
        if (ring.without(Mutant.NO_SNAPSHOT_END) && end == me.limit.get(next)) {
            end = Math.min(ring.tail.get(next), ring.endOfLap(at));
        }
        if (!ring.without(Mutant.WORDS_FIRST)) {
            end = ring.firstDescribed(next, at, end);
        }
        me.claimEnd.set(next, end);
        me.go(next, At.FINISH);
        steps.take("finds that the hole at %d ends at %d", at, end);
    }

    private boolean seemsAlive(long[] s, int slot) {
        return ring.isAlive(s, slot) && !ring.without(Mutant.TIMEOUT);
    }

    private void probeOwner(Steps steps) {
        long[] s = steps.now();
        int at = me.position(s);
        int owner = ring.owner(s, at);
        if (owner != NONE && seemsAlive(s, owner)) {
            consumer.passOver(steps, me.claimEnd.get(s));
        } else {
            me.go(steps.fork(), At.ABANDON);
            steps.take("proves the owner of %d gone", at);
        }
    }

    /** Abandons it by CAS: the owner may have committed before it died. */
    private void abandon(Steps steps) {
        long[] next = steps.fork();
        int at = me.position(next);
        if (ring.state(next, at) == Ring.WRITING || ring.without(Mutant.BLIND_ABANDON)) {
            ring.setState(next, at, Ring.ABANDONED);
            consumer.finished(next);
            steps.take("abandons %d", at);
        } else {
            me.go(next, At.FINISH);
            steps.take("finds %d changed", at);
        }
    }

    private void seekAnnouncer(Steps steps) {
        long[] next = steps.fork();
        int slot = me.slot.get(next);
        int at = me.position(next);
        if (ring.announce[slot].get(next) == at) {
            me.go(next, At.PROBE_ANNOUNCER);
            steps.take("finds %d announced in slot %d", at, slot);
        } else {
            nextSlot(next, At.SEEK_ANNOUNCER, At.ABANDON_HOLE);
            steps.take("finds %d not announced in slot %d", at, slot);
        }
    }

    private void probeAnnouncer(Steps steps) {
        long[] s = steps.now();
        int slot = me.slot.get(s);
        if (seemsAlive(s, slot)) {
            consumer.passOver(steps, me.claimEnd.get(s));
        } else {
            nextSlot(steps.fork(), At.SEEK_ANNOUNCER, At.ABANDON_HOLE);
            steps.take("proves the holder of slot %d gone", slot);
        }
    }

    /** Abandons it by CAS: the claimant may have described it before it cleared its announce, or died. */
    private void abandonHole(Steps steps) {
        long[] next = steps.fork();
        int at = me.position(next);
        int end = me.claimEnd.get(next);
        if (!ring.isDescribed(next, at) || ring.without(Mutant.BLIND_ABANDON_HOLE)) {
            ring.describe(next, at, NONE, end - at, Ring.ABANDONED);
            consumer.finished(next);
            steps.take("abandons the hole from %d to %d", at, end);
        } else {
            me.go(next, At.FINISH);
            steps.take("finds %d described", at);
        }
    }
}
