// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring.model;

import java.util.ArrayList;
import java.util.List;

/**
 * A doorbell whose thread waits for a change of the word: the waiting bits, the ringing bit, and what the kernel knows.
 */
final class FutexBell implements Bell {
    private final Field waiting;
    private final Field ringing;

    /** The thread is in the kernel, which compared the word when it came. */
    private final Field asleep;

    private final List<Field> sawThisWait = new ArrayList<>();

    FutexBell(Field.Packing bits) {
        this.waiting = bits.bit();
        this.ringing = bits.bit();
        this.asleep = bits.bit();
    }

    @Override
    public void prepareWait(long[] s) {
        waiting.set(s, 1);
        ringing.set(s, 0);
        for (Field saw : sawThisWait) {
            saw.set(s, 0);
        }
    }

    @Override
    public boolean cancelWait(long[] s, boolean empty) {
        takeBack(s);
        return true;
    }

    private boolean isUnchanged(long[] s) {
        return waiting.is(s) && !ringing.is(s);
    }

    @Override
    public boolean canRead(long[] s) {
        return !asleep.is(s) && !isUnchanged(s);
    }

    @Override
    public void read(long[] s) {}

    @Override
    public boolean enter(long[] s) {
        boolean enters = !asleep.is(s) && isUnchanged(s);
        if (enters) {
            asleep.set(s, 1);
        }
        return enters;
    }

    @Override
    public boolean timeOut(long[] s) {
        asleep.set(s, 0);
        return true;
    }

    @Override
    public void takeBack(long[] s) {
        waiting.set(s, 0);
        ringing.set(s, 0);
    }

    @Override
    public Ringer newRinger(Field.Packing bits, BellMutant mutant) {
        Field saw = bits.bit();
        sawThisWait.add(saw);
        return new FutexRinger(bits, saw, mutant);
    }

    /** It loads the word, says that it rings, wakes the thread, and clears the word if that is unchanged. */
    private final class FutexRinger implements Ringer {
        private static final int IDLE = 0;
        private static final int LOOK = 1;
        private static final int MARK = 2;
        private static final int WAKE = 3;
        private static final int CLEAR = 4;

        private final BellMutant mutant;
        private final Field at;
        private final Field saw;

        FutexRinger(Field.Packing bits, Field saw, BellMutant mutant) {
            this.mutant = mutant;
            this.at = bits.of(IDLE, CLEAR);
            this.saw = saw;
        }

        @Override
        public void begin(long[] s) {
            at.set(s, LOOK);
        }

        @Override
        public boolean isBusy(long[] s) {
            return at.is(s);
        }

        @Override
        public boolean isLooking(long[] s) {
            return at.get(s) == LOOK;
        }

        @Override
        public void forget(long[] s) {
            at.set(s, IDLE);
            saw.set(s, 0);
        }

        @Override
        public void expand(Steps steps, String who) {
            long[] next = steps.fork();
            switch (at.get(next)) {
                case LOOK -> look(steps, next, who);
                case MARK -> mark(steps, next, who);
                case WAKE -> {
                    // A thread that is not in the kernel yet will compare the word
                    asleep.set(next, 0);
                    if (mutant == BellMutant.CLEARED_BEFORE_WOKEN) {
                        forget(next);
                    } else {
                        at.set(next, CLEAR);
                    }
                    steps.take(who + " wakes the thread");
                }
                default -> {
                    boolean same = saw.is(next) && waiting.is(next);
                    if (same) {
                        takeBack(next);
                    }
                    if (mutant == BellMutant.CLEARED_BEFORE_WOKEN && same) {
                        at.set(next, WAKE);
                    } else {
                        forget(next);
                    }
                    steps.take(who + (same ? " clears the word" : " does not clear the word of another wait"));
                }
            }
        }

        private void look(Steps steps, long[] next, String who) {
            if (waiting.is(next)) {
                saw.set(next, 1);
                at.set(
                        next,
                        mutant == BellMutant.CLEARED_BEFORE_WOKEN
                                ? CLEAR
                                : mutant == BellMutant.NOT_MARKED ? WAKE : MARK);
                steps.take(who + " sees somebody wait");
            } else {
                forget(next);
                steps.take(who + " sees nobody wait");
            }
        }

        private void mark(Steps steps, long[] next, String who) {
            if (saw.is(next) && waiting.is(next)) {
                ringing.set(next, 1);
                at.set(next, WAKE);
                steps.take(who + " says that it rings");
            } else {
                saw.set(next, 0);
                at.set(next, LOOK);
                steps.take(who + " looks again, as the word has changed");
            }
        }
    }
}
