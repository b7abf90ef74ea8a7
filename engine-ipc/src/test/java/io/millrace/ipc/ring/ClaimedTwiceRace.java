// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** Two claims against a read: two producers send at once, and the consumer reads while one of them still writes. */
@JCStressTest
@State
@Outcome(
        id = {"1 11 12", "11 1 12", "11 12 1"},
        expect = Expect.ACCEPTABLE,
        desc = "every message once, those of one producer in its order")
@Outcome(expect = Expect.FORBIDDEN, desc = "lost, twice, torn or out of order: two have claimed the same cells")
public class ClaimedTwiceRace {
    private final RaceRing ring = RaceRing.take();

    @Actor
    public void sendAndRead() {
        ring.startTogether(ring.ofA);
        ring.send(ring.a, 1, 2);
        ring.pollBeforeSleep(3);
    }

    @Actor
    public void send() {
        ring.startTogether(ring.ofB);
        ring.send(ring.b, 11, 1);
        ring.send(ring.b, 12, 3);
    }

    @Arbiter
    public void judge(L_Result result) {
        result.r1 = ring.outcome();
    }
}
