// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring.model;

/**
 * The producers' steps: they claim, commit and ring. At a full ring they set the waiting bit, request a wake-up, try
 * again, and sleep.
 */
final class BellProducerSteps {
    enum At {
        GONE,
        TRY,
        COMMIT,
        PREPARE,
        REQUEST_SLOT,
        REQUEST,
        RETRY,
        CANCEL,
        READ_BYTE,
        BLOCK,
        TAKE_BACK;

        private static final At[] VALUES = values();
    }

    private final BellFields ring;
    private final BellScenario scenario;
    private final BellMutant mutant;

    BellProducerSteps(BellFields ring, BellScenario scenario, BellMutant mutant) {
        this.ring = ring;
        this.scenario = scenario;
        this.mutant = mutant;
    }

    void start(long[] s) {
        for (int p = 0; p < scenario.producers; p++) {
            go(s, p, At.TRY);
            ring.messagesLeft[p].set(s, scenario.messages);
        }
    }

    boolean areGone(long[] s) {
        for (Field at : ring.producerAt) {
            if (at.is(s)) {
                return false;
            }
        }
        return true;
    }

    void expand(Steps steps) {
        for (int p = 0; p < scenario.producers; p++) {
            if (ring.producerAt[p].is(steps.now())) {
                die(steps, p);
                becomeVisible(steps, p);
                boolean rings = ring.producerRings[p].isBusy(steps.now());
                if (!mayGoOn(steps.now(), p, rings)) {
                    continue;
                }
                if (rings) {
                    ring.producerRings[p].expand(steps, "p" + p);
                } else {
                    expand(steps, p);
                }
            }
        }
    }

    private void becomeVisible(Steps steps, int p) {
        if (ring.buffered[p].is(steps.now())) {
            drain(steps.fork(), p);
            steps.take("the commit of p%d becomes visible", p);
        }
    }

    private void drain(long[] next, int p) {
        if (ring.buffered[p].is(next)) {
            ring.buffered[p].set(next, 0);
            ring.writing[p].set(next, 0);
            ring.ready.set(next, ring.ready.get(next) + 1);
        }
    }

    /** Behind a store that is not visible yet come only loads: of the waiting word, and of free if there is no room. */
    private boolean mayGoOn(long[] s, int p, boolean rings) {
        boolean loads = rings
                ? ring.producerRings[p].isLooking(s)
                : ring.producerAt[p].get(s) == At.TRY.ordinal() && ring.messagesLeft[p].is(s) && !hasRoom(s);
        return loads || !ring.buffered[p].is(s);
    }

    private void die(Steps steps, int p) {
        if (scenario.deaths) {
            long[] next = steps.fork();
            leave(next, p);
            ring.deathsToTell.set(next, ring.deathsToTell.get(next) + 1);
            steps.kill("p%d is KILLED", p);
        }
    }

    private void leave(long[] next, int p) {
        drain(next, p);
        go(next, p, At.GONE);
        ring.messagesLeft[p].set(next, 0);
        ring.producerRings[p].forget(next);
    }

    private void go(long[] s, int p, At at) {
        ring.producerAt[p].set(s, at.ordinal());
    }

    private void expand(Steps steps, int p) {
        long[] next = steps.fork();
        Bell own = ring.bells[p];
        At at = At.VALUES[ring.producerAt[p].get(next)];
        switch (at) {
            case TRY -> {
                if (ring.messagesLeft[p].get(next) == 0) {
                    leave(next, p);
                    steps.take("p%d ends", p);
                } else if (hasRoom(next)) {
                    ring.used.set(next, ring.used.get(next) + 1);
                    ring.writing[p].set(next, mutant == BellMutant.CLAIM_NOT_ORDERED ? 0 : 1);
                    go(next, p, At.COMMIT);
                    steps.take("p%d claims", p);
                } else {
                    go(next, p, At.PREPARE);
                    ring.producerRings[p].begin(next);
                    steps.take("p%d finds no room", p);
                }
            }
            case COMMIT -> {
                ring.buffered[p].set(next, 1);
                ring.messagesLeft[p].set(next, ring.messagesLeft[p].get(next) - 1);
                go(next, p, At.TRY);
                ring.producerRings[p].begin(next);
                steps.take("p%d commits", p);
            }
            case PREPARE -> {
                own.prepareWait(next);
                go(next, p, mutant == BellMutant.REQUEST_AFTER_RETRY ? At.RETRY : firstRequest());
                steps.take("p%d will wait", p);
            }
            case REQUEST_SLOT -> {
                ring.wake[p].set(next, 1);
                requested(next, p, mutant == BellMutant.REQUEST_BEFORE_SLOT);
                steps.take("p%d asks to be woken", p);
            }
            case REQUEST -> {
                ring.request.set(next, 1);
                requested(next, p, mutant != BellMutant.REQUEST_BEFORE_SLOT);
                steps.take("p%d says that somebody asks", p);
            }
            case RETRY -> {
                boolean room = hasRoom(next);
                boolean blockLater = mutant == BellMutant.REQUEST_AFTER_RETRY;
                go(next, p, room ? At.CANCEL : blockLater ? firstRequest() : At.BLOCK);
                if (!room) {
                    ring.producerRings[p].begin(next);
                }
                steps.take(room ? "p%d finds room" : "p%d still finds no room", p);
            }
            case CANCEL -> {
                boolean taken = own.cancelWait(next, mutant != BellMutant.NEVER_EMPTIED);
                go(next, p, taken ? At.TRY : At.READ_BYTE);
                steps.take("p%d will not wait", p);
            }
            case READ_BYTE, BLOCK -> {
                if (own.canRead(next)) {
                    own.read(next);
                    go(next, p, at == At.BLOCK ? At.TAKE_BACK : At.TRY);
                    steps.take("p%d wakes up", p);
                }
                if (at == At.BLOCK && own.enter(steps.fork())) {
                    steps.take("p%d sleeps", p);
                }
            }
            case TAKE_BACK -> {
                own.takeBack(next);
                go(next, p, At.TRY);
                steps.take("p%d waits no more", p);
            }
            case GONE -> throw new IllegalStateException("p" + p + " is gone");
        }
    }

    private At firstRequest() {
        return mutant == BellMutant.REQUEST_BEFORE_SLOT ? At.REQUEST : At.REQUEST_SLOT;
    }

    private void requested(long[] next, int p, boolean wholly) {
        if (!wholly) {
            go(next, p, mutant == BellMutant.REQUEST_BEFORE_SLOT ? At.REQUEST_SLOT : At.REQUEST);
            return;
        }
        boolean blocks = mutant == BellMutant.NO_RETRY || mutant == BellMutant.REQUEST_AFTER_RETRY;
        go(next, p, blocks ? At.BLOCK : At.RETRY);
        ring.producerRings[p].begin(next);
    }

    private boolean hasRoom(long[] s) {
        return ring.used.get(s) < scenario.capacity;
    }
}
