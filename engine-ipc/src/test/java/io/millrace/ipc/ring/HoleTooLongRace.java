// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/**
 * The end of a hole against the next claim: the hole ends where the next claim begins, which is made at the same time.
 */
public final class HoleTooLongRace {
    private HoleTooLongRace() {}

    /** The producer of the hole is delayed, and describes it later. */
    @JCStressTest
    @State
    @Outcome(
            id = {"1 2", "2 1"},
            expect = Expect.ACCEPTABLE,
            desc = "both messages arrive, the second perhaps first")
    @Outcome(expect = Expect.FORBIDDEN, desc = "the hole was seen longer than it is, or as nobody's")
    public static class OfTheLiving {
        private final RaceRing ring = RaceRing.take();

        @Actor
        public void send() {
            ring.startTogether(ring.ofA);
            ring.ofA.at(FailPoint.Step.CLAIMED, () -> {
                ring.ofB.delay();
                ring.ofB.delayAt(FailPoint.Step.CLAIMED);
                ring.send(ring.b, 2, 2);
            });
            ring.send(ring.a, 1, 3);
        }

        @Actor
        public void passOver() {
            ring.startTogether(ring.ofConsumer);
            ring.pollBeforeSleep(3);
        }

        @Arbiter
        public void judge(L_Result result) {
            result.r1 = ring.outcome();
        }
    }

    /** The producer of the hole is dead, so the consumer abandons it. */
    @JCStressTest
    @State
    @Outcome(id = "2, 1 abandoned", expect = Expect.ACCEPTABLE, desc = "the hole is abandoned, what follows it arrives")
    @Outcome(expect = Expect.FORBIDDEN, desc = "the claim behind the hole was abandoned with it, or nothing was")
    public static class OfTheDead {
        private final RaceRing ring = RaceRing.take();

        public OfTheDead() {
            try (RingProducer dead = ring.openThird(Killed.at(FailPoint.Step.CLAIMED, 1))) {
                ring.write(dead, 1, 3);
            } catch (Killed e) {
                // Intended: it has closed its slot without describing the claim.
            }
        }

        @Actor
        public void send() {
            ring.startTogether(ring.ofB);
            ring.ofB.delayAt(FailPoint.Step.CLAIMED);
            ring.send(ring.b, 2, 2);
        }

        @Actor
        public void abandon() {
            ring.startTogether(ring.ofConsumer);
            ring.pollBeforeSleep(3);
        }

        @Arbiter
        public void judge(L_Result result) {
            ring.pollBeforeSleep(2);
            ring.consumer.reclaim();
            result.r1 = ring.outcome();
        }
    }
}
