// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.Fields;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.codec.ValueCodec;
import io.millrace.api.codec.ValueInput;
import io.millrace.api.codec.ValueOutput;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.TopologyException;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.operators.Bolts;
import io.millrace.operators.Spouts;
import io.millrace.runtime.plan.TopologyJson;
import io.millrace.testing.TopologyTest;
import io.millrace.testing.stepped.SteppedTopology;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Topologies whose values need a codec of the author, in one worker and in several. */
@Timeout(60)
class ValueCodecTopologyTest {

    private static final Duration LONG = Duration.ofSeconds(5);

    /** A class that is neither serializable nor registered. */
    public static final class Parcel {
        final int number;

        Parcel(int number) {
            this.number = number;
        }

        @Override
        public String toString() {
            return "parcel " + number;
        }
    }

    /** A codec that refuses to write 1, reads too far for 2, and leaves bytes for 3. */
    public static final class ParcelCodec implements ValueCodec<Parcel> {

        @Override
        public void write(Parcel parcel, ValueOutput out) {
            if (parcel.number == 1) {
                throw new IllegalStateException("no ones");
            }
            out.writeInt(parcel.number);
            if (parcel.number == 3) {
                out.writeByte(0);
            }
        }

        @Override
        public Parcel read(ValueInput in) {
            int number = in.readInt();
            return new Parcel(number == 2 ? in.readByte() : number);
        }
    }

    public static final class HiddenCodec implements ValueCodec<Parcel> {

        private HiddenCodec() {}

        @Override
        public void write(Parcel parcel, ValueOutput out) {}

        @Override
        public Parcel read(ValueInput in) {
            return null;
        }
    }

    private final TopologyBuilder builder = new TopologyBuilder();

    private Journal parcels(String test, int from, int count) {
        Journal journal = Journal.fresh(test);
        builder.setSpout("numbers", new NumberSpout(test, count, false));
        builder.setBolt("pack", TestBolts.basic((input, out) -> out.emit(new Parcel(from + input.getInt(0))), "parcel"))
                .shuffle("numbers");
        builder.setBolt("sink", TestBolts.sink(test)).fields("pack", "parcel");
        return journal;
    }

    private SteppedTopology start(int workers) {
        return SteppedTopology.of(TopologyJson.read(TopologyJson.write(builder.build())))
                .workers(workers)
                .start();
    }

    private static long errors(SteppedTopology topology, String component) {
        return topology.metrics().sum(component, TaskMetrics::errors);
    }

    @Test
    void theyGoFromWorkerToWorkerAndByKey() {
        Journal journal = parcels("codec", 10, 20);
        builder.codec(Parcel.class, ParcelCodec.class);
        try (SteppedTopology topology = start(3)) {
            assertThat(topology.runUntil(() -> journal.acked.size() == 20, LONG))
                    .isTrue();
        }
        assertThat(journal.seen)
                .map(Object::toString)
                .containsExactlyInAnyOrderElementsOf(IntStream.range(10, 30)
                        .mapToObj(number -> "parcel " + number)
                        .toList());
    }

    @Test
    void aWriteThatThrowsFailsTheEmission() {
        Journal journal = parcels("write", 1, 1);
        builder.codecs(to -> to.add(Parcel.class, new ParcelCodec()));
        try (SteppedTopology topology = start(3)) {
            assertThat(topology.runUntil(() -> journal.failed.size() == 1, LONG))
                    .isTrue();
            assertThat(errors(topology, "pack")).isEqualTo(1);
        }
    }

    @Test
    void theEmitterLearnsComponentFieldClassAndCodec() {
        Journal journal = Journal.fresh("text");
        builder.setSpout("numbers", new NumberSpout("text", 1, false));
        builder.setBolt(
                        "pack",
                        TestBolts.basic(
                                (input, out) -> {
                                    for (int number : new int[] {7, 1}) {
                                        try {
                                            out.emit("first", new Parcel(number));
                                        } catch (RuntimeException e) {
                                            Journal.of("text").events.add(e.getMessage());
                                        }
                                    }
                                },
                                "name",
                                "parcel"))
                .shuffle("numbers");
        builder.setBolt("sink", TestBolts.sink("text")).shuffle("pack");
        builder.codec(Parcel.class, ParcelCodec.class);
        try (SteppedTopology topology = start(3)) {
            assertThat(topology.runUntil(() -> journal.seen.size() == 1 && journal.events.size() == 3, LONG))
                    .isTrue();
        }
        assertThat(journal.seen).containsExactly("first");
        assertThat(journal.events)
                .contains("component 'pack' emits on stream 'default', field 'parcel': a " + Parcel.class.getTypeName()
                        + " of codec " + ParcelCodec.class.getTypeName()
                        + " cannot be written: java.lang.IllegalStateException: no ones");
    }

    @Test
    void aTupleThatCannotBeReadFailsAtOnceAndCountsAsAnErrorOfItsTask() {
        Journal journal = Journal.fresh("read");
        builder.setSpout("numbers", new NumberSpout("read", 5, false));
        builder.setBolt("pack", TestBolts.basic((input, out) -> out.emit(new Parcel(input.getInt(0) + 2)), "parcel"))
                .shuffle("numbers");
        builder.setBolt("sink", TestBolts.sink("read")).shuffle("pack");
        builder.codec(Parcel.class, ParcelCodec.class);
        try (SteppedTopology topology = start(3)) {
            assertThat(topology.runUntil(() -> journal.acked.size() + journal.failed.size() == 5, LONG))
                    .as("before their time-out")
                    .isTrue();
            assertThat(errors(topology, "sink")).isEqualTo(2);
        }
        assertThat(journal.failed).isEqualTo(Map.of(0, 1, 1, 1));
        assertThat(journal.seen).hasSize(3);
    }

    @Test
    void aRequestWhoseTupleCannotBeReadIsToldWhoCouldNotAndWhoHasSentIt() {
        builder.setSpout("ask", Spouts.fed(Fields.of("number")).answers("parcel"));
        builder.setBolt("pack", TestBolts.basic((input, out) -> out.emit(new Parcel(input.getInt(0))), "parcel"))
                .shuffle("ask");
        builder.setBolt("answer", Bolts.answer(input -> List.of("there"))).shuffle("pack");
        builder.codec(Parcel.class, ParcelCodec.class);
        try (TopologyTest topology = TopologyTest.of(builder.build()).workers(3).start()) {
            CompletableFuture<Tuple> read = topology.ask("ask", 7);
            CompletableFuture<Tuple> unreadable = topology.ask("ask", 2);
            assertThat(topology.runUntil(() -> read.isDone() && unreadable.isDone(), LONG))
                    .isTrue();
            assertThat(read.join().getString(0)).isEqualTo("there");
            assertThat(unreadable)
                    .completesExceptionallyWithin(LONG)
                    .withThrowableThat()
                    .withMessageContaining("failed by component 'answer', task 3: ")
                    .withMessageContaining("that task 2 has sent cannot be read: ");
        }
    }

    @Test
    void withinAWorkerAnythingIsHandedOverByReference() {
        Journal journal = Journal.fresh("reference");
        builder.setSpout("numbers", new NumberSpout("reference", 3, false));
        builder.setBolt("pack", TestBolts.basic((input, out) -> out.emit(new Parcel(input.getInt(0))), "parcel"))
                .shuffle("numbers");
        builder.setBolt("sink", TestBolts.sink("reference")).shuffle("pack");
        try (SteppedTopology topology = start(1)) {
            assertThat(topology.runUntil(() -> journal.acked.size() == 3, LONG)).isTrue();
        }
        assertThat(journal.seen).hasSize(3).allMatch(Parcel.class::isInstance);
    }

    @Test
    void betweenWorkersAnUnregisteredClassIsAnErrorOfTheEmitter() {
        Journal journal = Journal.fresh("unregistered");
        builder.setSpout("numbers", new NumberSpout("unregistered", 3, false));
        builder.setBolt("pack", TestBolts.basic((input, out) -> out.emit(new Parcel(input.getInt(0))), "parcel"))
                .shuffle("numbers");
        builder.setBolt("sink", TestBolts.sink("unregistered"), 3).all("pack");
        try (SteppedTopology topology = start(3)) {
            assertThat(topology.runUntil(() -> journal.failed.size() == 3, LONG))
                    .isTrue();
            assertThat(errors(topology, "pack")).isEqualTo(3);
        }
        assertThat(journal.seen)
                .as("no target gets a tuple that others cannot get")
                .isEmpty();
    }

    @Test
    void aKeyMustBeHashableEvenInOneWorker() {
        Journal journal = parcels("key", 0, 1);
        try (SteppedTopology topology = start(1)) {
            assertThat(topology.runUntil(() -> journal.failed.size() == 1, LONG))
                    .isTrue();
            assertThat(errors(topology, "pack")).isEqualTo(1);
        }
    }

    @Test
    void withTheKeyForTestsOneWorkerFindsIt() {
        Journal journal = Journal.fresh("always");
        builder.setSpout("numbers", new NumberSpout("always", 1, false));
        builder.setBolt("pack", TestBolts.basic((input, out) -> out.emit(new Parcel(input.getInt(0))), "parcel"))
                .shuffle("numbers");
        builder.setBolt("sink", TestBolts.sink("always")).shuffle("pack");
        try (SteppedTopology topology = SteppedTopology.of(builder.build())
                .config(Config.empty().with(TopologyKeys.SERIALIZE_ALWAYS, true))
                .start()) {
            assertThat(topology.runUntil(() -> journal.failed.size() == 1, LONG))
                    .isTrue();
        }
    }

    @Test
    void aCodecThatCannotBeMadeIsRefusedWhenItIsNamed() {
        for (Class<? extends ValueCodec<Parcel>> codec : List.of(HiddenCodec.class)) {
            assertThatThrownBy(() -> builder.codec(Parcel.class, codec))
                    .isInstanceOf(TopologyException.class)
                    .hasMessageContaining("HiddenCodec cannot be made");
        }
        assertThatThrownBy(() -> builder.codecs(null)).hasMessageContaining("factory of codecs is null");
        Object lock = new Object();
        assertThatThrownBy(() -> builder.codecs(to -> lock.notify()))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("codecs");
    }

    @Test
    void codecsThatContradictStopTheWorkerInOneLine() {
        parcels("twice", 0, 1);
        builder.codec(Parcel.class, ParcelCodec.class).codec(Parcel.class, ParcelCodec.class);
        assertThatThrownBy(() -> start(1))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("Parcel, which has a codec already: remove one");
    }
}
