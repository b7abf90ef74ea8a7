// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import io.millrace.ipc.doorbell.Doorbell;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/**
 * A sleep against room: a producer requests a wake-up and then looks for room; the consumer frees room and then loads
 * the requests.
 */
public final class SleepsOverRoomRace {
    private static final int QUARTER = RaceRing.CELLS / 4;

    private SleepsOverRoomRace() {}

    private static void fill(RaceRing ring, int first) {
        ring.ofA.off();
        ring.ofConsumer.off();
        ring.moveTo(0);
        ring.a.tryClaim(0, first * Descriptor.CELL_LENGTH, 0);
        ring.a.commit();
        for (int cells = first; cells < first + 3 * QUARTER; cells += RaceRing.LONGEST) {
            ring.a.tryClaim(0, RaceRing.LONGEST * Descriptor.CELL_LENGTH, 0);
            ring.a.commit();
        }
    }

    /** Whether a quarter of the ring is free. */
    private static boolean sleep(RaceRing ring, RingProducer blocked) {
        ring.bellOfBlocked().prepareWait();
        blocked.requestWake();
        return blocked.tryClaim(
                0, RaceRing.LONGEST * Descriptor.CELL_LENGTH, (QUARTER - RaceRing.LONGEST) * Descriptor.CELL_LENGTH);
    }

    private static String judge(RaceRing ring, RingProducer blocked, boolean found) {
        Doorbell own = ring.bellOfBlocked();
        boolean rung = !own.isWaiting();
        own.cancelWait();
        if (found) {
            blocked.abort();
        }
        ring.outcome();
        return (found ? "found" : "not found") + (rung ? ", rung" : ", not rung");
    }

    /** The consumer publishes what it has freed at the end of its poll. */
    @JCStressTest
    @State
    @Outcome(
            id = {"found, rung", "found, not rung", "not found, rung"},
            expect = Expect.ACCEPTABLE,
            desc = "the producer goes on")
    @Outcome(expect = Expect.FORBIDDEN, desc = "the producer sleeps, there is room, and nobody rings")
    public static class FreedAtTheEnd {
        private final RaceRing ring = RaceRing.take();
        private final RingProducer blocked = ring.blocked();
        private boolean found;

        public FreedAtTheEnd() {
            fill(ring, 1);
        }

        @Actor
        public void sleep() {
            ring.startTogether(ring.ofA);
            found = SleepsOverRoomRace.sleep(ring, blocked);
        }

        @Actor
        public void free() {
            ring.startTogether(ring.ofConsumer);
            ring.poll(1, 1);
        }

        @Arbiter
        public void judge(L_Result result) {
            result.r1 = SleepsOverRoomRace.judge(ring, blocked, found);
        }
    }

    /** The record is so long that it is published as free when it is read, before the end of the poll. */
    @JCStressTest
    @State
    @Outcome(
            id = {"found, rung", "found, not rung", "not found, rung"},
            expect = Expect.ACCEPTABLE,
            desc = "the producer goes on")
    @Outcome(expect = Expect.FORBIDDEN, desc = "the producer sleeps, there is room, and nobody rings")
    public static class FreedWithin {
        private final RaceRing ring = RaceRing.take();
        private final RingProducer blocked = ring.blocked();
        private boolean found;

        public FreedWithin() {
            fill(ring, RaceRing.LONGEST);
        }

        @Actor
        public void sleep() {
            ring.startTogether(ring.ofA);
            found = SleepsOverRoomRace.sleep(ring, blocked);
        }

        @Actor
        public void free() {
            ring.startTogether(ring.ofConsumer);
            ring.poll(1, 1);
        }

        @Arbiter
        public void judge(L_Result result) {
            result.r1 = SleepsOverRoomRace.judge(ring, blocked, found);
        }
    }
}
