// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring.model;

/** It loads the word, writes a byte, and clears the bit if the word is unchanged. */
final class PipeRinger implements Ringer {
    private static final int IDLE = 0;
    private static final int LOOK = 1;
    private static final int WRITE = 2;
    private static final int CLEAR = 3;
    private static final int WRITE_LAST = 4;

    private final BellMutant mutant;
    private final Field at;
    private final PipeBell bell;

    /** The bit that it saw is that of the latest wait. */
    private final Field sawThisWait;

    PipeRinger(Field.Packing bits, PipeBell bell, Field sawThisWait, BellMutant mutant) {
        this.mutant = mutant;
        this.bell = bell;
        this.at = bits.of(IDLE, WRITE_LAST);
        this.sawThisWait = sawThisWait;
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
        sawThisWait.set(s, 0);
    }

    @Override
    public void expand(Steps steps, String who) {
        long[] next = steps.fork();
        switch (at.get(next)) {
            case LOOK -> {
                if (bell.waiting.is(next)) {
                    sawThisWait.set(next, 1);
                    at.set(next, mutant == BellMutant.CLEAR_FIRST ? CLEAR : WRITE);
                    steps.take(who + " sees somebody wait");
                } else {
                    forget(next);
                    steps.take(who + " sees nobody wait");
                }
            }
            case WRITE, WRITE_LAST -> {
                boolean last = at.get(next) == WRITE_LAST;
                bell.write(next);
                if (last) {
                    forget(next);
                } else {
                    at.set(next, CLEAR);
                }
                steps.take(who + " writes a byte");
            }
            default -> {
                boolean same = sawThisWait.is(next) || mutant == BellMutant.NO_NUMBER;
                if (same) {
                    bell.waiting.set(next, 0);
                }
                if (mutant == BellMutant.CLEAR_FIRST) {
                    at.set(next, WRITE_LAST);
                } else {
                    forget(next);
                }
                steps.take(who + (same ? " clears the bit" : " does not clear the bit of another wait"));
            }
        }
    }
}
