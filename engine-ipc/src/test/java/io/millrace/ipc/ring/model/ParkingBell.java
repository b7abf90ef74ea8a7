// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring.model;

import java.util.ArrayList;
import java.util.List;

/**
 * A doorbell whose thread reads a pipe or is parked, as it must be if it has a deadline. Every wait begins as a read, and
 * the thread may change that. Another process wakes a thread that is parked by a call to a thread of its process.
 */
final class ParkingBell implements Bell {
    private static final int NOT = 0;
    private static final int READS = 1;
    private static final int PARKED = 2;

    // What the thread does about parking.
    private static final int NOTHING = 0;
    private static final int LOOKS_AT_WORD = 1;
    private static final int SLEEPS = 2;

    private final BellMutant mutant;

    /** How the thread waits: the word. */
    private final Field how;

    /** There is something in the pipe; the thread takes all of it. */
    private final Field bytes;

    /** Somebody has called. Calls that are read together are answered once. */
    private final Field called;

    private final Field parking;

    /** The thread was unparked before it has parked. */
    private final Field permit;

    /** Per ringer: how it has seen the thread wait, if the word is unchanged since. */
    private final List<Field> seen = new ArrayList<>();

    /** The thread that reads calls. */
    private final ParkingRinger reader;

    ParkingBell(Field.Packing bits, BellMutant mutant) {
        this.mutant = mutant;
        this.how = bits.of(NOT, PARKED);
        this.bytes = bits.bit();
        this.called = bits.bit();
        this.parking = bits.of(NOTHING, SLEEPS);
        this.permit = bits.bit();
        this.reader = newRinger(bits, true);
    }

    private ParkingRinger newRinger(Field.Packing bits, boolean readsCalls) {
        Field saw = bits.of(NOT, PARKED);
        seen.add(saw);
        return new ParkingRinger(bits, saw, readsCalls);
    }

    @Override
    public Ringer newRinger(Field.Packing bits, BellMutant without) {
        return newRinger(bits, false);
    }

    private void changeWord(long[] s, int to) {
        how.set(s, to);
        for (Field saw : seen) {
            saw.set(s, NOT);
        }
    }

    @Override
    public void prepareWait(long[] s) {
        parking.set(s, NOTHING);
        changeWord(s, READS);
    }

    @Override
    public boolean cancelWait(long[] s, boolean empty) {
        boolean quiet = how.is(s);
        takeBack(s);
        return quiet;
    }

    @Override
    public boolean canRead(long[] s) {
        return switch (parking.get(s)) {
            case NOTHING -> bytes.is(s);
            case LOOKS_AT_WORD -> how.get(s) != PARKED;
            default -> false;
        };
    }

    @Override
    public void read(long[] s) {
        if (parking.get(s) == NOTHING) {
            bytes.set(s, 0);
        }
        parking.set(s, NOTHING);
    }

    /** The thread changes from reading to parking, parks, or comes back and looks at the word again. */
    @Override
    public boolean enter(long[] s) {
        boolean parks = parking.get(s) == LOOKS_AT_WORD && how.get(s) == PARKED;
        if (parking.get(s) == NOTHING) {
            if (how.get(s) != READS && mutant != BellMutant.PARKED_BLINDLY) {
                return false;
            }
            changeWord(s, PARKED);
            parking.set(s, LOOKS_AT_WORD);
        } else if (permit.is(s) && (parks || parking.get(s) == SLEEPS)) {
            permit.set(s, 0);
            parking.set(s, LOOKS_AT_WORD);
        } else if (parks) {
            parking.set(s, SLEEPS);
        } else {
            return false;
        }
        return true;
    }

    @Override
    public boolean hasDeadline(long[] s) {
        return parking.is(s);
    }

    @Override
    public boolean timeOut(long[] s) {
        parking.set(s, NOTHING);
        return true;
    }

    @Override
    public void takeBack(long[] s) {
        parking.set(s, NOTHING);
        changeWord(s, NOT);
    }

    @Override
    public void expand(Steps steps) {
        if (reader.isBusy(steps.now())) {
            reader.expand(steps, "the reader of calls");
        } else if (called.is(steps.now())) {
            long[] next = steps.fork();
            called.set(next, 0);
            reader.begin(next);
            steps.take("the reader of calls reads a call");
        }
    }

    /**
     * It loads the word, writes a byte or calls, and clears the word if that is unchanged, else it begins again. The
     * reader of calls does the same, but unparks the thread itself; it does so at its end in any case.
     */
    private final class ParkingRinger implements Ringer {
        private static final int IDLE = 0;
        private static final int LOOK = 1;
        private static final int WRITE = 2;
        private static final int CALL = 3;
        private static final int CLEAR = 4;
        private static final int UNPARK = 5;

        private final Field at;
        private final Field saw;
        private final boolean readsCalls;

        ParkingRinger(Field.Packing bits, Field saw, boolean readsCalls) {
            this.at = bits.of(IDLE, UNPARK);
            this.saw = saw;
            this.readsCalls = readsCalls;
        }

        @Override
        public void begin(long[] s) {
            at.set(s, readsCalls && mutant == BellMutant.CALL_ONLY_UNPARKS ? UNPARK : LOOK);
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
            saw.set(s, NOT);
        }

        @Override
        public void expand(Steps steps, String who) {
            long[] next = steps.fork();
            switch (at.get(next)) {
                case LOOK -> look(steps, next, who);
                case WRITE -> {
                    bytes.set(next, 1);
                    at.set(next, CLEAR);
                    steps.take(who + " writes a byte");
                }
                case CALL -> {
                    called.set(next, 1);
                    at.set(next, CLEAR);
                    steps.take(who + " calls");
                }
                case CLEAR -> clear(steps, next, who);
                default -> {
                    permit.set(next, 1);
                    forget(next);
                    steps.take(who + " unparks the thread");
                }
            }
        }

        private void look(Steps steps, long[] next, String who) {
            int waits = how.get(next);
            saw.set(next, waits);
            if (waits == NOT) {
                end(next);
                steps.take(who + " sees nobody wait");
            } else {
                boolean writes = waits == READS && !(readsCalls && mutant == BellMutant.CALL_WRITES_NO_BYTE);
                at.set(next, writes ? WRITE : readsCalls ? CLEAR : CALL);
                steps.take(who + (waits == READS ? " sees somebody read" : " sees somebody parked"));
            }
        }

        private void clear(Steps steps, long[] next, String who) {
            boolean same = saw.is(next);
            boolean parked = saw.get(next) == PARKED;
            if (same) {
                changeWord(next, NOT);
            }
            if (same && parked && readsCalls) {
                at.set(next, UNPARK);
            } else if (same || mutant == BellMutant.LOOKS_ONCE) {
                end(next);
            } else {
                at.set(next, LOOK);
            }
            steps.take(who + (same ? " clears the word" : " looks again, as the word has changed"));
        }

        private void end(long[] next) {
            if (readsCalls && mutant != BellMutant.UNPARKS_IF_CLEARED) {
                at.set(next, UNPARK);
            } else {
                forget(next);
            }
        }
    }
}
