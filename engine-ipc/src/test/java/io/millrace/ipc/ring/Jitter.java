package io.millrace.ipc.ring;

import java.util.concurrent.ThreadLocalRandom;

/**
 * Holds a thread up at random, so that two threads meet at ever other steps of the protocol; a race may also have something done once at
 * one step. Used by one thread at a time.
 */
final class Jitter implements FailPoint {
    private int random = ThreadLocalRandom.current().nextInt() | 1;
    private Step step;
    private Runnable action;
    private boolean off;

    /** Has this done when the step is reached the next time. */
    void at(Step reached, Runnable once) {
        step = reached;
        action = once;
    }

    /** Passes all steps without a stop from here on: what a race of two instructions needs. */
    void off() {
        off = true;
    }

    @Override
    public void reached(Step reached) {
        if (reached == step) {
            step = null;
            action.run();
        } else if (!off && next(4) == 0) {
            spin(next(32));
        }
    }

    /** Before an actor begins: each is to be first, by ever other times. */
    void delay() {
        if (next(2) == 0) {
            spin(next(64));
        }
    }

    /** Has this thread stop there the next time, long enough for the other one to look twice. */
    void delayAt(Step reached) {
        at(reached, () -> spin(64 + next(256)));
    }

    int next(int bound) {
        random ^= random << 13;
        random ^= random >>> 17;
        random ^= random << 5;
        return (random >>> 8) % bound;
    }

    private static void spin(int count) {
        for (int i = 0; i < count; i++) {
            Thread.onSpinWait();
        }
    }
}
