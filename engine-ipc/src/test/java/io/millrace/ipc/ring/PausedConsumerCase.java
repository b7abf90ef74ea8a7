// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.ipc.doorbell.Doorbell;
import io.millrace.ipc.doorbell.Doorbells;
import io.millrace.ipc.liveness.ProcessLock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** A running case of a consumer's death: its ring, what lies in it, and what the dead consumer had handled. */
final class PausedConsumerCase implements AutoCloseable {
    private static final int BEFORE = 1;
    private static final int FRAGMENTED = 5;
    private static final int LENGTH = PausedProducer.MESSAGE_CELLS * Descriptor.CELL_LENGTH - 6;
    private static final int FRAGMENTED_LENGTH = 2 * PausedProducer.FRAGMENT_CELLS * Descriptor.CELL_LENGTH;
    private static final int BATCHED = 3;

    private final ConsumerCase held;
    private final ChildJvm process;
    private final CaseRing ring;
    private final Doorbell bell;
    private final RemoteProducer before;
    private final RingProducer fragmented;
    private boolean isBetween;

    /** Per producer: messages that the dead consumer had handled. */
    private final int[] handled = new int[CaseRing.PRODUCERS];

    /** Starts a consumer in that process, which makes the ring and reads for more than a lap. */
    PausedConsumerCase(
            ConsumerCase held, Path path, ProcessLock own, Path bellPath, ChildJvm process, ChildJvm producers)
            throws IOException {
        this.held = held;
        this.process = process;
        String name = path.getFileName().toString().replace(".ring", "");
        process.send(
                String.join(" ", "start", name, path.toString(), held.moment().name()));
        expect("started", name);
        this.bell = Doorbells.create(bellPath);
        this.ring = CaseRing.open(path, own, bell);
        this.fragmented = RingProducer.open(path, own, null, this::sendBetweenFragments);
        ring.runIn();
        this.before = held.before() == ConsumerCase.Before.NOTHING
                ? null
                : new RemoteProducer(ring, BEFORE, producers, held.before().moment, held.place());
        if (before != null) {
            before.start();
        }
        int cells = before == null ? PausedProducer.MESSAGE_CELLS : before.moment.cells();
        ring.fillTo(held.place().tailCell(cells, CaseRing.CELLS));
        ring.drain();
        process.send("stop " + name);
        expect("ready", name);
    }

    /** Sends the eight messages of {@link ConsumerMoment}, and what lies before them. */
    void send() throws IOException {
        if (before != null) {
            before.claim();
        }
        ring.sendOne(LENGTH);
        ring.sendOne(LENGTH);
        ring.sendBatch(BATCHED);
        isBetween = true;
        ByteBuffer message = NumberedMessages.message(FRAGMENTED_LENGTH, FRAGMENTED, 0);
        assertThat(fragmented.offer(0, message, 0, FRAGMENTED_LENGTH, 0)).isTrue();
        ring.sendOne(LENGTH);
        if (held.moment() == ConsumerMoment.WAKE_TAKEN) {
            ring.requestWake(bell);
        }
    }

    private void sendBetweenFragments(FailPoint.Step step) {
        if (isBetween && step == FailPoint.Step.COMMITTED) {
            isBetween = false;
            ring.sendOne(LENGTH);
        }
    }

    /** Lets the consumer continue to its step. */
    void hold() throws IOException {
        process.send("go " + ring.name);
        expect("there", ring.name);
    }

    private void expect(String where, String name) throws IOException {
        String[] words = String.valueOf(process.nextLine()).split(" ");
        assertThat(words).startsWith(where, name);
        for (int producer = 0; producer < CaseRing.PRODUCERS; producer++) {
            handled[producer] = Integer.parseInt(words[2 + producer]);
        }
    }

    /** Checks that the next consumer gets what the dead one had not handled, and again at most what is promised. */
    void checkTakeOver() throws IOException {
        ConsumerMoment.Redelivery redelivery = held.moment().redelivery;
        handled[CaseRing.LIVING] -= redelivery == ConsumerMoment.Redelivery.LAST ? 1 : 0;
        handled[FRAGMENTED] += redelivery == ConsumerMoment.Redelivery.LOST_IN_PARTS ? 1 : 0;
        ring.takeOver(handled);
        ring.drain();
        ring.checkLiving();
        assertThat(ring.received.received(FRAGMENTED)).isEqualTo(1);
        RingCounters counters = ring.consumer.counters();
        assertThat(counters.consumerRestarts()).isEqualTo(1);
        boolean dropped = redelivery == ConsumerMoment.Redelivery.LOST_IN_PARTS
                || redelivery == ConsumerMoment.Redelivery.DROPPED_AFTERWARDS;
        assertThat(counters.droppedFragmented()).as("dropped").isEqualTo(dropped ? 1 : 0);
        assertThat(counters.abandoned()).as("abandoned").isEqualTo(held.before().isDead() ? 1 : 0);
        assertThat(ring.free()).as("free").isEqualTo(held.before().isLiving() ? before.begin() : ring.tail());
        if (held.moment() == ConsumerMoment.WAKE_TAKEN) {
            assertThat(bell.isWaiting()).as("still waiting").isFalse();
        }
    }

    /** Checks that the ring works on, also with the claim that lay before. */
    void checkRingGoesOn() throws IOException {
        if (held.before().isLiving()) {
            before.finish();
            before.awaitEnd();
        }
        if (before != null) {
            before.checkReceived();
        }
        fragmented.close();
        ring.runCleanLaps(2);
        ring.checkNothingIsLeft();
    }

    @Override
    public void close() {
        fragmented.close();
        ring.close();
        bell.close();
    }
}
