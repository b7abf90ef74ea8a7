// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/**
 * Payload against commit: messages are written by plain stores, in place, into a batch, or copied, and read as soon as
 * they are ready.
 */
@JCStressTest
@State
@Outcome(id = "1 2 3", expect = Expect.ACCEPTABLE, desc = "what the handler sees is whole")
@Outcome(expect = Expect.FORBIDDEN, desc = "the handler sees a message before all of it is written")
public class TornMessageRace {
    private static final int LENGTH = 192;

    private static final ByteBuffer COPIED = ByteBuffer.allocateDirect(LENGTH).order(ByteOrder.LITTLE_ENDIAN);

    static {
        RaceRing.fill(COPIED, 0, LENGTH, 3);
    }

    private final RaceRing ring = RaceRing.take();

    @Actor
    public void send() {
        ring.startTogether(ring.ofA);
        ring.send(ring.a, 1, 3);
        ring.a.tryClaimBatch(RingProducer.batchBytes(LENGTH), 0);
        RaceRing.fill(ring.a.buffer(), ring.a.appendClaim(2, LENGTH), LENGTH, 2);
        ring.commit(ring.a);
        ring.a.offer(3, COPIED, 0, LENGTH, 0);
    }

    @Actor
    public void read() {
        ring.startTogether(ring.ofConsumer);
        for (int i = 0; i < 100 && ring.poll(1, RaceRing.CELLS) == 0; i++) {}
        ring.poll(20, RaceRing.CELLS);
    }

    @Arbiter
    public void judge(L_Result result) {
        result.r1 = ring.outcome();
    }
}
