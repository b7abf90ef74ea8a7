// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import java.util.concurrent.ThreadLocalRandom;

/**
 * Delays a thread at random, so that two threads meet at changing steps of the protocol. A race may also run an action
 * once at one step. Used by one thread at a time.
 */
final class Jitter implements FailPoint {
    private int random = ThreadLocalRandom.current().nextInt() | 1;
    private Step step;
    private Runnable action;
    private boolean off;

    /** Runs this action when the step is reached the next time. */
    void at(Step reached, Runnable once) {
        step = reached;
        action = once;
    }

    /** Ends all delays: a race of two instructions needs none. */
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

    /** Delays an actor before it begins, so that each is first at times, by varying distances. */
    void delay() {
        if (next(2) == 0) {
            spin(next(64));
        }
    }

    /** Delays this thread at the step the next time, long enough for two loads of the other one. */
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
