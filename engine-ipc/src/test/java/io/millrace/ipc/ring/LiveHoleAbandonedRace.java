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
 * Announce against descriptor: a claim that the consumer sees has one or the other, also while its owner goes from one
 * to the other.
 */
@JCStressTest
@State
@Outcome(id = "1 2 3", expect = Expect.ACCEPTABLE, desc = "the messages of a living producer arrive")
@Outcome(expect = Expect.FORBIDDEN, desc = "a claim of a living producer was taken for one that nobody announced")
public class LiveHoleAbandonedRace {
    private final RaceRing ring = RaceRing.take();

    @Actor
    public void send() {
        ring.startTogether(ring.ofA);
        // The consumer asks after who holds it up when it looks for the second time.
        ring.ofA.delayAt(FailPoint.Step.CLAIMED);
        ring.send(ring.a, 1, 1);
        ring.ofA.delayAt(FailPoint.Step.ANNOUNCE_CLEARED);
        ring.send(ring.a, 2, RaceRing.LONG);
        ring.ofA.delayAt(FailPoint.Step.READY_STORED);
        ring.send(ring.a, 3, 1);
    }

    @Actor
    public void suspect() {
        ring.startTogether(ring.ofConsumer);
        ring.pollBeforeSleep(8);
    }

    @Arbiter
    public void judge(L_Result result) {
        result.r1 = ring.outcome();
    }
}
