// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A running case of {@link ProducerMatrix}: its ring, and the producers that are held. */
final class PausedCase {
    /** Cells of the longest message of the living producer, and of padding before it. */
    private static final int LONGEST = 64;

    final CaseRing ring;

    private final ProducerCase held;
    private final List<RemoteProducer> producers = new ArrayList<>();

    PausedCase(ProducerCase held, CaseRing ring, ChildJvm first, ChildJvm second) {
        this.held = held;
        this.ring = ring;
        producers.add(new RemoteProducer(ring, 1, first, held.moment(), held.place()));
        if (held.hasTwo()) {
            producers.add(new RemoteProducer(ring, 2, second, held.secondMoment(), held.secondPlace()));
        }
    }

    /** Brings all producers to their steps. */
    void hold() throws IOException {
        ring.runIn();
        for (RemoteProducer producer : producers) {
            producer.start();
        }
        ring.fillTo(held.place().tailCell(held.moment().cells(), CaseRing.CELLS));
        if (held.moment() == Moment.WAKE_REQUESTED) {
            ring.drain();
        }
        if (held.isRace()) {
            race();
        } else {
            for (RemoteProducer producer : producers) {
                producer.claim();
            }
        }
        if (held.beside() != ProducerCase.Beside.LAST && held.moment() != Moment.WAKE_REQUESTED) {
            ring.sendSome();
        }
    }

    /** The first producer has announced a position when the second claims it. */
    private void race() throws IOException {
        producers.get(0).goOnTo("announced");
        if (held.hasTwo()) {
            producers.get(1).claim();
        } else {
            ring.sendOne(PausedProducer.MESSAGE_CELLS * Descriptor.CELL_LENGTH);
        }
        producers.get(0).claim();
    }

    /** The first producer, and the second one if there are two. */
    List<RemoteProducer> producers() {
        return producers;
    }

    /**
     * Checks, while some are stopped, that messages of others arrive until no cell is free, and that the stopped claims
     * do not change.
     *
     * @param dead those whose claims are abandoned
     */
    void checkFlow(List<RemoteProducer> stopped, List<RemoteProducer> dead) {
        ring.run(2 * CaseRing.CELLS);
        ring.checkLiving();
        producers.forEach(RemoteProducer::checkReceived);
        List<RemoteProducer> holding = new ArrayList<>(stopped);
        if (held.isRace() && stopped.contains(producers.get(0))) {
            // A living producer that announced the position may have won it.
            holding.addAll(dead);
        }
        holding.removeIf(producer -> !producer.moment.holds);
        assertThat(ring.free())
                .as("free")
                .isEqualTo(holding.isEmpty() ? ring.tail() : holding.get(0).begin());
        if (!holding.isEmpty()) {
            assertThat(ring.tail()).as("tail").isGreaterThan(ring.free() + CaseRing.CELLS - LONGEST);
        }
        holding.forEach(RemoteProducer::checkUntouched);
        long abandoned = dead.stream()
                .filter(producer -> producer.moment.holds && !holding.contains(producer))
                .count();
        assertThat(ring.consumer.counters().abandoned()).as("abandoned").isEqualTo(abandoned);
    }

    /** Checks that committed messages have arrived, the ring runs clean laps, and nothing of the dead is left. */
    void checkRingGoesOn(List<RemoteProducer> dead) throws IOException {
        ring.runCleanLaps(producers.size());
        producers.forEach(RemoteProducer::checkReceived);
        ring.checkNothingIsLeft();
        RingCounters counters = ring.consumer.counters();
        assertThat(counters.abandoned())
                .as("abandoned")
                .isEqualTo(
                        dead.stream().filter(producer -> producer.moment.holds).count());
        assertThat(counters.droppedFragmented())
                .as("dropped")
                .isEqualTo(dead.stream()
                        .filter(producer -> producer.moment.work == Moment.Work.FRAGMENTS)
                        .count());
    }
}
