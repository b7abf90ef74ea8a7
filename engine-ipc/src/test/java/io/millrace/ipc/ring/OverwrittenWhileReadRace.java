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
 * A read against the claim of the same cells one lap later: the ring is full, and a producer claims at once what the
 * consumer frees.
 */
@JCStressTest
@State
@Outcome(
        id = {"1 2 3 4 5 6 7 8", "1 2 3 4 5 6 7 8 9"},
        expect = Expect.ACCEPTABLE,
        desc = "every message whole, in order")
@Outcome(expect = Expect.FORBIDDEN, desc = "cells were given to the producer while the handler still read them")
public class OverwrittenWhileReadRace {
    private final RaceRing ring = RaceRing.take();

    public OverwrittenWhileReadRace() {
        ring.moveTo(0);
        for (int number = 1; number <= RaceRing.CELLS / RaceRing.LONGEST; number++) {
            ring.send(ring.a, number, RaceRing.LONGEST);
        }
    }

    @Actor
    public void send() {
        ring.startTogether(ring.ofB);
        boolean claimed = false;
        int length = RaceRing.LONGEST * Descriptor.CELL_LENGTH;
        for (int i = 0; i < 10_000 && !claimed; i++) {
            claimed = ring.b.tryClaim(9, length, 0);
        }
        if (claimed) {
            RaceRing.fill(ring.b.buffer(), ring.b.offset(), length, 9);
            ring.commit(ring.b);
        }
    }

    @Actor
    public void read() {
        ring.startTogether(ring.ofConsumer);
        ring.poll(2, 2);
    }

    @Arbiter
    public void judge(L_Result result) {
        result.r1 = ring.outcome();
    }
}
