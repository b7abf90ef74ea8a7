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
 * Commit against suspicion: the consumer asks after the owner of a record, which holds it up for the second time, while
 * this one commits.
 */
@JCStressTest
@State
@Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "the message of a living producer arrives")
@Outcome(expect = Expect.FORBIDDEN, desc = "the record of a living producer was taken from it, lost or read twice")
public class LiveRecordAbandonedRace {
    private final RaceRing ring = RaceRing.take();

    public LiveRecordAbandonedRace() {
        ring.write(ring.a, 1, RaceRing.shortOrLong());
        ring.pollBeforeSleep(1);
    }

    @Actor
    public void commit() {
        ring.startTogether(ring.ofA);
        ring.commit(ring.a);
    }

    @Actor
    public void suspect() {
        ring.startTogether(ring.ofConsumer);
        ring.pollBeforeSleep(2);
    }

    @Arbiter
    public void judge(L_Result result) {
        result.r1 = ring.outcome();
    }
}
