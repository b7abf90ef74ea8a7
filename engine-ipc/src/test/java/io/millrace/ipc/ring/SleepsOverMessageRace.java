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
 * A sleep against a commit: the consumer sets the waiting bit and then polls; the producer commits and then loads the
 * bit.
 */
public final class SleepsOverMessageRace {
    private SleepsOverMessageRace() {}

    private static String judge(RaceRing ring, boolean seen) {
        Doorbell bell = ring.consumer.doorbell();
        boolean rung = !bell.isWaiting();
        bell.cancelWait();
        return (seen ? "seen" : "not seen") + (rung ? ", rung: " : ", not rung: ") + ring.outcome();
    }

    /** The consumer loads only the record's state, so that nothing comes between the two words. */
    @JCStressTest
    @State
    @Outcome(
            id = {"seen, rung: 1", "seen, not rung: 1", "not seen, rung: 1"},
            expect = Expect.ACCEPTABLE,
            desc = "the consumer goes on")
    @Outcome(expect = Expect.FORBIDDEN, desc = "the consumer sleeps, the message is there, and nobody rings")
    public static class AtOneWord {
        private final RaceRing ring = RaceRing.take();
        private final long position = ring.consumer.counters().tail();
        private boolean seen;

        public AtOneWord() {
            ring.ofA.off();
            ring.write(ring.a, 1, 1);
        }

        @Actor
        public void publish() {
            ring.startTogether(ring.ofA);
            ring.commit(ring.a);
        }

        @Actor
        public void sleep() {
            ring.startTogether(ring.ofConsumer);
            ring.consumer.doorbell().prepareWait();
            long word = ring.file.descriptorAcquire(position);
            seen = ring.file.isDescribed(word, position) && Descriptor.state(word) == Descriptor.READY;
        }

        @Arbiter
        public void judge(L_Result result) {
            result.r1 = SleepsOverMessageRace.judge(ring, seen);
        }
    }

    /** The real calls: claim and commit on one side, poll on the other. */
    @JCStressTest
    @State
    @Outcome(
            id = {"seen, rung: 1", "seen, not rung: 1", "not seen, rung: 1"},
            expect = Expect.ACCEPTABLE,
            desc = "the consumer goes on")
    @Outcome(expect = Expect.FORBIDDEN, desc = "the consumer sleeps, the message is there, and nobody rings")
    public static class AtPoll {
        private final RaceRing ring = RaceRing.take();
        private boolean seen;

        @Actor
        public void publish() {
            ring.startTogether(ring.ofA);
            ring.send(ring.a, 1, 1);
        }

        @Actor
        public void sleep() {
            ring.startTogether(ring.ofConsumer);
            ring.consumer.doorbell().prepareWait();
            seen = ring.poll(1, RaceRing.CELLS) != 0;
        }

        @Arbiter
        public void judge(L_Result result) {
            result.r1 = SleepsOverMessageRace.judge(ring, seen);
        }
    }
}
