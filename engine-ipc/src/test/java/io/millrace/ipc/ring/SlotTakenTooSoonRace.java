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
 * Close, retirement and re-use of a slot: the slot becomes free as soon as nothing of its owner is left, who was
 * writing a record, and the next owner claims at once.
 */
@JCStressTest
@State
@Outcome(
        id = "1 2 3, 1 abandoned, 3 claims",
        expect = Expect.ACCEPTABLE,
        desc = "the messages of both holders arrive and are counted, what was not finished is abandoned")
@Outcome(expect = Expect.FORBIDDEN, desc = "what was left of the old holder, or its removal, harmed the new one")
public class SlotTakenTooSoonRace {
    private final RaceRing ring = RaceRing.take();
    private final RingProducer leaving = ring.openThird(Killed.at(FailPoint.Step.CLAIMED, 2));
    private final long claimsBefore = ring.consumer.counters().claims();
    private RingProducer coming;
    private volatile boolean done;

    public SlotTakenTooSoonRace() {
        ring.send(leaving, 1, 1);
        try {
            leaving.tryClaim(0, 1, 0);
        } catch (Killed e) {
            // Intended: it has claimed, and does not know of it.
        }
    }

    @Actor
    public void leaveAndCome() {
        try {
            ring.startTogether(ring.ofA);
            leaving.close();
            coming = ring.openThird(ring.ofB);
            ring.ofB.delayAt(FailPoint.Step.CLAIMED);
            ring.send(coming, 2, 1);
            ring.send(coming, 3, 1);
        } finally {
            done = true;
        }
    }

    @Actor
    public void retire() {
        ring.startTogether(ring.ofConsumer);
        while (!done) {
            ring.consumer.reclaim();
            ring.pollBeforeSleep(2);
        }
    }

    @Arbiter
    public void judge(L_Result result) {
        long claims = ring.consumer.counters().claims() - claimsBefore;
        ring.pollBeforeSleep(3);
        boolean held = ring.consumer.lookAgainAt(0) != Doorbell.NEVER;
        coming.close();
        ring.pollBeforeSleep(2);
        ring.consumer.reclaim();
        result.r1 = ring.outcome() + ", " + claims + " claims" + (held ? ", the dead one's record looked alive" : "");
    }
}
