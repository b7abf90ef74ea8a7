// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** The wrap: at the end of a small ring both producers pad or claim, and the consumer follows. */
@JCStressTest
@State
@Outcome(
        id = {"1 11 12", "11 1 12", "11 12 1"},
        expect = Expect.ACCEPTABLE,
        desc = "every message once, whole, those of one producer in its order")
@Outcome(expect = Expect.FORBIDDEN, desc = "the padding was missed, claimed by both, or a record crosses the end")
public class PaddingLostRace {
    private final RaceRing ring = RaceRing.take();

    public PaddingLostRace() {
        ring.moveTo(RaceRing.CELLS - 1 - ring.ofA.next(2 * RaceRing.LONGEST));
    }

    @Actor
    public void sendAndRead() {
        ring.startTogether(ring.ofA);
        ring.send(ring.a, 1, RaceRing.LONGEST);
        ring.pollBeforeSleep(8);
    }

    @Actor
    public void send() {
        ring.startTogether(ring.ofB);
        ring.ofB.delayAt(FailPoint.Step.FLUSH_CLAIMED);
        ring.send(ring.b, 11, RaceRing.LONGEST - ring.ofB.next(2));
        ring.send(ring.b, 12, RaceRing.LONGEST / 2);
    }

    @Arbiter
    public void judge(L_Result result) {
        result.r1 = ring.outcome();
    }
}
