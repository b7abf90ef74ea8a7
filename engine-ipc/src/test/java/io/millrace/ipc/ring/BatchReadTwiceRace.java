// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** A batch is read in part while the next one is committed. The count of read bytes lies beside words of the owner. */
@JCStressTest
@State
@Outcome(id = "1 2 3 4 5", expect = Expect.ACCEPTABLE, desc = "every message of both batches once, in order")
@Outcome(expect = Expect.FORBIDDEN, desc = "a message of a batch was lost, read twice or out of order")
public class BatchReadTwiceRace {
    private static final int LENGTH = 16;

    private final RaceRing ring = RaceRing.take();

    public BatchReadTwiceRace() {
        batch(1, 3);
    }

    private void batch(int first, int last) {
        ring.a.tryClaimBatch((last - first + 1) * RingProducer.batchBytes(LENGTH), 0);
        for (int number = first; number <= last; number++) {
            RaceRing.fill(ring.a.buffer(), ring.a.appendClaim(number, LENGTH), LENGTH, number);
        }
        ring.commit(ring.a);
    }

    @Actor
    public void commitNext() {
        ring.startTogether(ring.ofA);
        batch(4, 5);
    }

    @Actor
    public void readInParts() {
        ring.startTogether(ring.ofConsumer);
        ring.poll(2, 1);
        ring.poll(2, 2);
    }

    @Arbiter
    public void judge(L_Result result) {
        result.r1 = ring.outcome();
    }
}
