package io.millrace.ipc.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** One case of the matrix of deaths under way: its ring, and the producers that are held. */
final class HeldCase {
    /** Cells of the longest message that lives beside, and of padding before it. */
    private static final int LONGEST = 64;

    final CaseRing ring;

    private final ProducerCase held;
    private final List<RemoteProducer> producers = new ArrayList<>();

    HeldCase(ProducerCase held, CaseRing ring, ChildJvm first, ChildJvm second) {
        this.held = held;
        this.ring = ring;
        producers.add(new RemoteProducer(ring, 1, first, held.moment(), held.place()));
        if (held.hasTwo()) {
            producers.add(new RemoteProducer(ring, 2, second, held.secondMoment(), held.secondPlace()));
        }
    }

    /** Brings all of them there. */
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

    /** The first one has announced a position when another one claims it. */
    private void race() throws IOException {
        producers.get(0).goOnTo("announced");
        if (held.hasTwo()) {
            producers.get(1).claim();
        } else {
            ring.sendOne(HeldProducer.MESSAGE_CELLS * Descriptor.CELL_LENGTH);
        }
        producers.get(0).claim();
    }

    /** The first one, and the second one if there are two. */
    List<RemoteProducer> producers() {
        return producers;
    }

    /**
     * While some are stopped: what others send arrives, to the last cell that is free; the cells of those that are stopped stay theirs.
     *
     * @param dead of them, whose claims are abandoned
     */
    void checkFlow(List<RemoteProducer> stopped, List<RemoteProducer> dead) {
        ring.run(2 * CaseRing.CELLS);
        ring.checkLiving();
        producers.forEach(RemoteProducer::checkReceived);
        List<RemoteProducer> holding = new ArrayList<>(stopped);
        if (held.isRace() && stopped.contains(producers.get(0))) {
            // Who announced the position may be who won it, as long as it lives.
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

    /** What was committed has arrived, the ring runs clean laps, and nothing is left of those that are gone. */
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
