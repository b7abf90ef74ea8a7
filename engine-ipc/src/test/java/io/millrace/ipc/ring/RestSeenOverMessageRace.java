package io.millrace.ipc.ring;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** A producer sends to a consumer that rests, and asks whether it does: it must not hear so, as its message ends that rest. */
@JCStressTest
@State
@Outcome(id = "does not rest, 1", expect = Expect.ACCEPTABLE, desc = "the message waits, or has ended the rest")
@Outcome(expect = Expect.FORBIDDEN, desc = "the producer believes that nothing will come of its message")
public class RestSeenOverMessageRace {
    private static final long UNTIL = 12;

    private final RaceRing ring = RaceRing.take();
    private boolean rests;

    public RestSeenOverMessageRace() {
        ring.ofA.off();
        ring.ofConsumer.off();
        ring.consumer.restUntil(UNTIL);
    }

    @Actor
    public void send() {
        ring.meet(ring.ofA);
        ring.send(ring.a, 1, 1);
        rests = ring.a.consumerRestsUntil() != 0;
    }

    @Actor
    public void receive() {
        ring.meet(ring.ofConsumer);
        ring.pollEndingRest(3);
    }

    @Arbiter
    public void judge(L_Result result) {
        ring.consumer.restUntil(0);
        result.r1 = (rests ? "rests, " : "does not rest, ") + ring.judge();
    }
}
