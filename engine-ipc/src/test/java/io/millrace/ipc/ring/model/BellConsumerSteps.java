// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring.model;

/**
 * The consumer's steps: it polls, publishes free, and wakes producers. If it finds nothing, it sets the waiting bit,
 * polls again, and sleeps.
 */
final class BellConsumerSteps {
    enum At {
        POLL,
        PUBLISH,
        ASK,
        WITHDRAW,
        WAKE,
        END_POLL,
        CANCEL,
        READ_BYTE,
        BLOCK,
        TAKE_BACK,
        TAKE_OVER;

        private static final At[] VALUES = values();
    }

    private final BellFields ring;
    private final BellScenario scenario;
    private final BellMutant mutant;

    BellConsumerSteps(BellFields ring, BellScenario scenario, BellMutant mutant) {
        this.ring = ring;
        this.scenario = scenario;
        this.mutant = mutant;
    }

    private At at(long[] s) {
        return At.VALUES[ring.consumerAt.get(s)];
    }

    private void go(long[] s, At at) {
        ring.consumerAt.set(s, at.ordinal());
    }

    boolean sleeps(long[] s) {
        return at(s) == At.BLOCK;
    }

    /** Whether the thread wakes up by time; one that somebody has rung for does that anyway. */
    private boolean isTimed(long[] s) {
        return ring.stalled.is(s)
                && !ring.bell.canRead(s)
                && mutant != BellMutant.NO_TIMER
                && (mutant != BellMutant.TIMED_FOR_THE_DEAD || isHeldUpByTheDead(s));
    }

    private boolean isHeldUpByTheDead(long[] s) {
        for (int p = 0; p < scenario.producers; p++) {
            if (ring.isHeldUpByTheDead(s, p)) {
                return true;
            }
        }
        return false;
    }

    void expand(Steps steps) {
        long[] s = steps.now();
        die(steps);
        for (Ringer ringer : ring.consumerRings) {
            if (ringer.isBusy(s)) {
                ringer.expand(steps, "the consumer");
                return;
            }
        }
        long[] next = steps.fork();
        switch (at(s)) {
            case POLL -> poll(steps, next);
            case PUBLISH -> {
                if (ring.read.is(next)) {
                    ring.used.set(next, ring.used.get(next) - ring.read.get(next));
                    ring.read.set(next, 0);
                    ring.rungAtThisFree.set(
                            next, mutant == BellMutant.NEVER_RUNG_AGAIN ? ring.rungAtThisFree.get(s) : 0);
                }
                go(next, At.ASK);
                steps.take("publishes what is free");
            }
            case ASK -> ask(steps, next);
            case WITHDRAW -> {
                ring.request.set(next, 0);
                go(next, mutant == BellMutant.WITHDRAWN_LAST ? At.END_POLL : At.WAKE);
                steps.take("withdraws the request");
            }
            case WAKE, TAKE_OVER -> wake(steps, next);
            case END_POLL -> endPoll(steps, next);
            case CANCEL -> {
                boolean taken = ring.bell.cancelWait(next, mutant != BellMutant.NEVER_EMPTIED);
                go(next, taken ? At.POLL : At.READ_BYTE);
                steps.take("will not wait");
            }
            case READ_BYTE, BLOCK -> {
                if (ring.bell.canRead(next)) {
                    ring.bell.read(next);
                    go(next, at(s) == At.BLOCK ? At.TAKE_BACK : At.POLL);
                    steps.take("wakes up");
                }
                if (at(s) == At.BLOCK) {
                    sleep(steps);
                }
            }
            case TAKE_BACK -> {
                ring.bell.takeBack(next);
                go(next, At.POLL);
                steps.take("waits no more");
            }
        }
    }

    private void sleep(Steps steps) {
        long[] s = steps.now();
        if (ring.bell.enter(steps.fork())) {
            steps.take("sleeps");
        }
        boolean timed = isTimed(s);
        if (timed || ring.bell.hasDeadline(s)) {
            long[] next = steps.fork();
            go(next, ring.bell.timeOut(next) ? At.TAKE_BACK : At.CANCEL);
            if (timed) {
                steps.take("wakes up by time");
            } else {
                steps.mayTake("wakes up by time, with %d skipped", 0);
            }
        }
    }

    /** The second wait for a record finds out that its owner is dead. */
    private void poll(Steps steps, long[] next) {
        boolean any = ring.ready.is(next);
        if (any) {
            ring.ready.set(next, ring.ready.get(next) - 1);
            ring.read.set(next, ring.read.get(next) + 1);
        }
        boolean heldUp = false;
        boolean probe = ring.prepared.is(next) && ring.stalled.is(next);
        for (int p = 0; p < scenario.producers && ring.prepared.is(next) && !any; p++) {
            if (ring.writing[p].is(next) && probe && ring.isHeldUpByTheDead(next, p)) {
                ring.writing[p].set(next, 0);
                ring.read.set(next, ring.read.get(next) + 1);
            }
            heldUp |= ring.writing[p].is(next);
        }
        if (ring.prepared.is(next) && !any) {
            ring.stalled.set(next, heldUp && mutant != BellMutant.CLAIM_NOT_LOOKED_AT ? 1 : 0);
        }
        ring.found.set(next, any ? 1 : 0);
        go(next, At.PUBLISH);
        steps.take(any ? "reads a message" : "finds nothing to read");
    }

    /** Requests are not loaded after every message, but always after a poll that found nothing. */
    private void ask(Steps steps, long[] next) {
        boolean asked = ring.request.is(next) && !ring.rungAtThisFree.is(next);
        if (asked) {
            ring.rungAtThisFree.set(next, 1);
            go(next, mutant == BellMutant.WITHDRAWN_LAST ? At.WAKE : At.WITHDRAW);
            steps.take("sees a request");
        }
        if (!asked || ring.found.is(next)) {
            go(steps.fork(), At.END_POLL);
            steps.take("wakes nobody");
        }
    }

    /** Wakes one slot after the other. */
    private void wake(Steps steps, long[] next) {
        int p = ring.slot.get(next);
        boolean takesOver = at(next) == At.TAKE_OVER;
        if (p == scenario.producers) {
            ring.slot.set(next, 0);
            boolean withdraw = mutant == BellMutant.WITHDRAWN_LAST && !takesOver;
            go(next, takesOver ? At.POLL : withdraw ? At.WITHDRAW : At.END_POLL);
            steps.take("has looked at all slots");
            return;
        }
        ring.slot.set(next, p + 1);
        if (takesOver || ring.wake[p].is(next)) {
            if (!takesOver) {
                ring.wake[p].set(next, 0);
            }
            ring.consumerRings[p].begin(next);
        }
        steps.take("looks at slot %d", p);
    }

    private void endPoll(Steps steps, long[] next) {
        boolean found = ring.found.is(next);
        boolean prepared = ring.prepared.is(next);
        ring.found.set(next, 0);
        if (found) {
            ring.prepared.set(next, 0);
            go(next, prepared && mutant != BellMutant.LOOKS_FIRST ? At.CANCEL : At.POLL);
            steps.take("has found something");
        } else if (prepared) {
            ring.prepared.set(next, 0);
            if (mutant == BellMutant.LOOKS_FIRST) {
                ring.bell.prepareWait(next);
            }
            go(next, At.BLOCK);
            steps.take("will sleep");
        } else {
            if (mutant != BellMutant.LOOKS_FIRST) {
                ring.bell.prepareWait(next);
            }
            if (mutant == BellMutant.WAITS_WITHOUT_LOOK) {
                go(next, At.BLOCK);
            } else {
                ring.prepared.set(next, 1);
                go(next, At.POLL);
            }
            steps.take("will wait");
        }
    }

    /** Another consumer takes over; shared memory says what was read. */
    private void die(Steps steps) {
        long[] next = steps.fork();
        int left = ring.consumerDeathsLeft.get(next);
        if (left > 0) {
            ring.consumerDeathsLeft.set(next, left - 1);
            for (Ringer ringer : ring.consumerRings) {
                ringer.forget(next);
            }
            ring.prepared.set(next, 0);
            ring.found.set(next, 0);
            ring.slot.set(next, 0);
            ring.rungAtThisFree.set(next, 0);
            ring.stalled.set(next, 0);
            go(next, mutant == BellMutant.NO_TAKE_OVER_RING ? At.POLL : At.TAKE_OVER);
            steps.kill("the consumer is KILLED, %d may follow", left - 1);
        }
    }
}
