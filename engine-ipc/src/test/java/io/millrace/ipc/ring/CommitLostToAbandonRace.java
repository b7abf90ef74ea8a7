// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import io.millrace.ipc.liveness.ProcessLock;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/**
 * Commit against abandon: the consumer has seen an unfinished record; then its owner commits and dies, and the consumer
 * proves the death. The proof is true, but the state that the consumer saw before is outdated.
 */
public final class CommitLostToAbandonRace {
    private CommitLostToAbandonRace() {}

    /** The owner is gone because it closed. */
    @JCStressTest
    @State
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "what was committed before the end arrives")
    @Outcome(expect = Expect.FORBIDDEN, desc = "the committed record was abandoned, or read twice")
    public static class ByClose {
        private final RaceRing ring = RaceRing.take();
        private final RingProducer leaving = ring.openThird(ring.ofA);

        public ByClose() {
            ring.write(leaving, 1, RaceRing.shortOrLong());
            ring.pollBeforeSleep(1);
        }

        @Actor
        public void commitAndClose() {
            ring.startTogether(ring.ofA);
            ring.commit(leaving);
            leaving.close();
        }

        @Actor
        public void suspect() {
            ring.startTogether(ring.ofConsumer);
            ring.pollBeforeSleep(2);
        }

        @Arbiter
        public void judge(L_Result result) {
            ring.pollBeforeSleep(2);
            ring.consumer.reclaim();
            result.r1 = ring.outcome();
        }
    }

    /** The owner is gone because its process died: the kernel has dropped its lock. */
    @JCStressTest
    @State
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "what was committed before the death arrives")
    @Outcome(expect = Expect.FORBIDDEN, desc = "the committed record was abandoned, or read twice")
    public static class ByDeath {
        private final RaceRing ring = RaceRing.take();
        private final ProcessLock process = RaceRing.otherProcess();
        private final RingProducer dying = ring.open(process, null, ring.ofA);

        public ByDeath() {
            ring.write(dying, 1, RaceRing.shortOrLong());
            ring.pollBeforeSleep(1);
        }

        @Actor
        public void commitAndDie() {
            ring.startTogether(ring.ofA);
            ring.commit(dying);
            // The kernel does this for a dead process: the lock is dropped although the producer retains it.
            process.close();
            process.release();
        }

        @Actor
        public void suspect() {
            ring.startTogether(ring.ofConsumer);
            ring.pollBeforeSleep(2);
        }

        @Arbiter
        public void judge(L_Result result) {
            ring.pollBeforeSleep(2);
            ring.consumer.reclaim();
            dying.close();
            result.r1 = ring.outcome();
        }
    }
}
