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
 * A sleep against a claim and its commit: the consumer sets the waiting bit and then polls; the producer claims, commits
 * and then loads the bit.
 */
public final class SleepsOverMessageRace {
    private SleepsOverMessageRace() {}

    private static String judge(RaceRing ring, String seen) {
        Doorbell bell = ring.consumer.doorbell();
        boolean rung = !bell.isWaiting();
        bell.cancelWait();
        return seen + (rung ? ", rung: " : ", not rung: ") + ring.outcome();
    }

    /** The consumer loads only tail, so that nothing comes between the two words. */
    @JCStressTest
    @State
    @Outcome(
            id = {"seen, rung: 1", "seen, not rung: 1", "not seen, rung: 1"},
            expect = Expect.ACCEPTABLE,
            desc = "the consumer goes on, or looks again")
    @Outcome(expect = Expect.FORBIDDEN, desc = "the consumer sleeps, a record is claimed, and nobody rings")
    public static class AtTail {
        private final RaceRing ring = RaceRing.take();
        private final long before = ring.consumer.counters().tail();
        private boolean seen;

        public AtTail() {
            ring.ofA.off();
        }

        @Actor
        public void publish() {
            ring.startTogether(ring.ofA);
            ring.send(ring.a, 1, 1);
        }

        @Actor
        public void sleep() {
            ring.startTogether(ring.ofConsumer);
            ring.consumer.doorbell().prepareWait();
            seen = ring.consumer.counters().tail() != before;
        }

        @Arbiter
        public void judge(L_Result result) {
            result.r1 = SleepsOverMessageRace.judge(ring, seen ? "seen" : "not seen");
        }
    }

    /** The real calls: claim and commit on one side, poll on the other. */
    @JCStressTest
    @State
    @Outcome(
            id = {"seen, rung: 1", "seen, not rung: 1", "not seen, rung: 1"},
            expect = Expect.ACCEPTABLE,
            desc = "the consumer goes on")
    @Outcome(
            id = {"looks again, rung: 1", "looks again, not rung: 1"},
            expect = Expect.ACCEPTABLE,
            desc = "the consumer saw the claim, and sleeps with a deadline")
    @Outcome(expect = Expect.FORBIDDEN, desc = "the consumer sleeps, the message is there, and nobody rings")
    public static class AtPoll {
        private final RaceRing ring = RaceRing.take();
        private String seen;

        @Actor
        public void publish() {
            ring.startTogether(ring.ofA);
            ring.send(ring.a, 1, 1);
        }

        @Actor
        public void sleep() {
            ring.startTogether(ring.ofConsumer);
            ring.consumer.doorbell().prepareWait();
            boolean any = ring.poll(1, RaceRing.CELLS) != 0;
            boolean again = ring.consumer.lookAgainAt(0) != Doorbell.NEVER;
            seen = any ? "seen" : again ? "looks again" : "not seen";
        }

        @Arbiter
        public void judge(L_Result result) {
            result.r1 = SleepsOverMessageRace.judge(ring, seen);
        }
    }
}
