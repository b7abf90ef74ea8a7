// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.millrace.api.BoltDeclarer;
import io.millrace.api.Fields;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.config.Config;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.TopologyException;
import io.millrace.api.metrics.SnapshotReport;
import io.millrace.log.LogLines;
import io.millrace.operators.Bolts;
import io.millrace.operators.Spouts;
import io.millrace.runtime.worker.AuthorDoors.Source;
import io.millrace.runtime.worker.AuthorDoors.Thrown;
import io.millrace.testing.stepped.SteppedTopology;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each method of an author's class that the engine calls throws once: the error names the component, its task and the
 * class of the exception, the tuple that it concerns fails once, and all goes on.
 */
@Timeout(60)
class AuthorDoorsTest {

    private static final Duration LONG = Duration.ofMinutes(2);

    @RegisterExtension
    private final LogLines errors = LogLines.of("io.millrace.runtime.task.ErrorLog");

    @RegisterExtension
    private final LogLines closings = LogLines.of("io.millrace.runtime.task.Task");

    @RegisterExtension
    private final LogLines sharedClosings = LogLines.of("io.millrace.runtime.task.TaskShares");

    @RegisterExtension
    private final LogLines hookClosings = LogLines.of("io.millrace.runtime.task.SharedObjects");

    /**
     * The bolt between the source and the last bolt: the component under test, task 2, is in another worker than the
     * others.
     */
    private enum Parts {
        BOLT(builder -> builder.setBolt("part", new AuthorDoors.Middle())),
        PACKER(builder -> builder.setBolt("part", new AuthorDoors.Packer())),
        ASYNC(builder ->
                builder.setBolt("part", Bolts.async("number", new OperatorDoors.Call(), 4, Duration.ofSeconds(1)))),
        BATCH(builder ->
                builder.setBolt("part", Bolts.batch(2, 1_000, Duration.ofMillis(2), new OperatorDoors.Batches()))),
        STATES(builder -> builder.setBolt("part", new OperatorDoors.Timed())),
        HOLDER(builder -> builder.setBolt("part", new OperatorDoors.Holder())),
        RECORD(builder -> builder.setBolt(
                "part", Bolts.map(OperatorDoors.Row.class, input -> new OperatorDoors.Row(input.getInt(0)))));

        private final Function<TopologyBuilder, BoltDeclarer> adds;

        Parts(Function<TopologyBuilder, BoltDeclarer> adds) {
            this.adds = adds;
        }
    }

    private static TopologyBuilder topology(Parts part) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.codecs(to -> to.add(AuthorDoors.Parcel.class, new AuthorDoors.ParcelCodec()));
        builder.workerHook(new AuthorDoors.Hook());
        var source = builder.setSpout("source", new Source());
        if (part == Parts.HOLDER) {
            source.eventTime("time", Duration.ZERO);
        }
        BoltDeclarer bolt = part.adds.apply(builder);
        if (part == Parts.STATES) {
            bolt.fields("source", "number");
        } else {
            bolt.shuffle("source");
        }
        builder.setBolt("last", new AuthorDoors.Last()).custom("part", new AuthorDoors.FirstTask());
        return builder;
    }

    private static final Config CONFIG = Config.empty()
            .with(TopologyKeys.SERIALIZED_CLASSES, AuthorDoors.Registered.class.getName())
            .with(TopologyKeys.MESSAGE_TIMEOUT, Duration.ofMinutes(1));

    private static SteppedTopology start(TopologyBuilder builder) {
        return SteppedTopology.of(builder.build()).config(CONFIG).workers(2).start();
    }

    @AfterEach
    void disarm() {
        AuthorDoors.disarm();
    }

    private static Stream<Arguments> each(Stream<Arguments> doors) {
        return doors.flatMap(door -> Stream.of(Thrown.values()).map(thrown -> {
            Object[] given = door.get();
            Object[] all = Arrays.copyOf(given, given.length + 1);
            all[given.length] = thrown;
            return Arguments.of(all);
        }));
    }

    /** Returns the door, the part, the component and call that the error names, and the number of failed tuples. */
    static Stream<Arguments> calls() {
        return each(Stream.of(
                Arguments.of("nextTuple", Parts.BOLT, "'source', task 1", "nextTuple", 0),
                Arguments.of("ack", Parts.BOLT, "'source', task 1", "ack", 0),
                Arguments.of("activate", Parts.BOLT, "'source', task 1", "activate", 0),
                Arguments.of("execute", Parts.BOLT, "'part', task 2", "execute", 1),
                Arguments.of("command", Parts.BOLT, "'part', task 2", "a command of execute", 0),
                Arguments.of("commandAt", Parts.BOLT, "'part', task 2", "a command of execute", 0),
                Arguments.of("gauge", Parts.BOLT, "'part', task 2", "gauge 'bad'", 0),
                Arguments.of("chooseTasks", Parts.BOLT, "'part', task 2", "execute", 1),
                Arguments.of("codec.write", Parts.PACKER, "'part', task 2", "execute", 1),
                Arguments.of("codec.read", Parts.PACKER, "'last', task 3", "decoding", 1),
                Arguments.of("record", Parts.RECORD, "'part', task 2", "execute", 1),
                Arguments.of("record.read", Parts.RECORD, "'part', task 2", "execute", 1),
                Arguments.of("async.call", Parts.ASYNC, "'part', task 2", "execute", 1),
                Arguments.of("async.fails", Parts.ASYNC, "'part', task 2", "a command of execute", 1),
                Arguments.of("async.whenComplete", Parts.ASYNC, "'part', task 2", "execute", 1),
                Arguments.of("batch.execute", Parts.BATCH, "'part', task 2", "execute", 2),
                Arguments.of("onTimer", Parts.STATES, "'part', task 2", "onTimer", 0),
                Arguments.of("release", Parts.HOLDER, "'part', task 2", "execute", 0)));
    }

    @ParameterizedTest
    @MethodSource("calls")
    void oneErrorIsOneLineAndAllGoesOn(String door, Parts part, String who, String where, int failed, Thrown thrown) {
        AuthorDoors.arm(door, thrown, 1);
        try (SteppedTopology topology = start(topology(part))) {
            assertThat(topology.runUntil(AuthorDoorsTest::isDone, LONG)).isTrue();
            assertThat(AuthorDoors.failures()).isEqualTo(failed);
            assertThat(errors.all())
                    .singleElement()
                    .asString()
                    .startsWith("component " + who + ": ")
                    .contains(thrown.className(), " in " + where);
        }
    }

    /** Returns errors that hide until a worker meets them; they are of the codec, not of a call. */
    static Stream<Arguments> decodings() {
        return each(Stream.of(Arguments.of("hashCode"), Arguments.of("constructor")));
    }

    /** The first calls are those of the bolt that emits. */
    @ParameterizedTest
    @MethodSource("decodings")
    void aTupleThatCannotBeDecodedFails(String door, Thrown thrown) {
        AuthorDoors.arm(door, thrown, 0);
        try (SteppedTopology topology = start(topology(Parts.PACKER))) {
            AuthorDoors.armWhenEmitted(1);
            assertThat(topology.runUntil(AuthorDoorsTest::isDone, LONG)).isTrue();
            assertThat(AuthorDoors.failures()).isEqualTo(1);
            assertThat(errors.all())
                    .singleElement()
                    .asString()
                    .startsWith("component 'last', task 3: ")
                    .contains("cannot be", " in decoding");
        }
    }

    static Stream<Arguments> openings() {
        return each(Stream.of(
                Arguments.of("open", Parts.BOLT, "component 'source', task 1 cannot start: "),
                Arguments.of("prepare", Parts.BOLT, "component 'part', task 2 cannot start: "),
                Arguments.of("grouping.prepare", Parts.BOLT, "component 'part', task 2 cannot start: "),
                Arguments.of("async.open", Parts.ASYNC, "component 'part', task 2 cannot start: "),
                Arguments.of("batch.prepare", Parts.BATCH, "component 'part', task 2 cannot start: "),
                Arguments.of(
                        "hook.open",
                        Parts.BOLT,
                        "worker hook " + AuthorDoors.Hook.class.getName() + " does not open in worker w1: ")));
    }

    @ParameterizedTest
    @MethodSource("openings")
    void whatCannotOpenEndsItsWorkerWithItsName(String door, Parts part, String who, Thrown thrown) {
        TopologyBuilder builder = topology(part);
        AuthorDoors.arm(door, thrown, 1);
        assertThatThrownBy(() -> {
                    try (SteppedTopology topology = start(builder)) {
                        topology.runUntil(AuthorDoorsTest::isDone, LONG);
                    }
                })
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining(who + thrown.className());
    }

    @ParameterizedTest
    @EnumSource
    void whatCannotSayItsStatesIsNotBuilt(Thrown thrown) {
        TopologyBuilder builder = topology(Parts.STATES);
        AuthorDoors.arm("states", thrown, 1);
        assertThatThrownBy(builder::build)
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("component 'part': states of " + OperatorDoors.Timed.class.getName()
                        + " failed with " + thrown.className());
    }

    static Stream<Arguments> endings() {
        return each(Stream.of(
                Arguments.of("close", Parts.BOLT, "component 'source', task 1 does not close properly"),
                Arguments.of("deactivate", Parts.BOLT, "component 'source', task 1: "),
                Arguments.of("bolt.close", Parts.BOLT, "component 'part', task 2 does not close properly"),
                Arguments.of("shared.close", Parts.BOLT, "what tasks shared does not close properly: a "),
                Arguments.of(
                        "hook.close",
                        Parts.BOLT,
                        "worker hook " + AuthorDoors.Hook.class.getName() + " does not close properly"),
                Arguments.of("async.close", Parts.ASYNC, "component 'part', task 2 does not close properly"),
                Arguments.of("batch.close", Parts.BATCH, "component 'part', task 2 does not close properly")));
    }

    @ParameterizedTest
    @MethodSource("endings")
    void whatDoesNotCloseIsNamed(String door, Parts part, String who, Thrown thrown) {
        AuthorDoors.arm("", thrown, 1);
        try (SteppedTopology topology = start(topology(part))) {
            assertThat(topology.runUntil(() -> AuthorDoors.acked() == Source.COUNT, LONG))
                    .isTrue();
            AuthorDoors.arm(door, thrown, 1);
        }
        assertThat(AuthorDoors.isOver()).isTrue();
        assertThat(Stream.of(errors, closings, sharedClosings, hookClosings).flatMap(each -> each.all().stream()))
                .singleElement()
                .asString()
                .startsWith(who);
    }

    /** The stage cannot be cancelled because its own method throws: the call ends by its time-out all the same. */
    @ParameterizedTest
    @EnumSource
    void aCallThatCannotBeCancelledFailsByItsTimeOut(Thrown thrown) {
        AuthorDoors.arm("async.cancel", thrown, 1);
        try (SteppedTopology topology = start(topology(Parts.ASYNC))) {
            assertThat(topology.runUntil(AuthorDoorsTest::isDone, LONG)).isTrue();
            // Numbers that began before the first was cancelled have failed
            assertThat(AuthorDoors.failures()).isPositive();
            assertThat(errors.all())
                    .anyMatch(line -> line.startsWith("component 'part', task 2: ")
                            && line.contains(thrown.className() + "")
                            && line.contains(" in reportError"))
                    .anyMatch(line -> line.contains("TimeoutException"));
        }
    }

    /**
     * The methods tell the engine what a bolt holds: if they throw, that is not known any more, so its worker starts
     * again.
     */
    @ParameterizedTest
    @CsvSource({"deadline", "held", "watermark"})
    void aBoltThatCannotSayWhatItHoldsIsStartedAgain(String door) {
        for (Thrown thrown : Thrown.values()) {
            errors.clear();
            AuthorDoors.arm(door, thrown, 1);
            try (SteppedTopology topology = start(topology(Parts.HOLDER))) {
                assertThat(topology.runUntil(AuthorDoorsTest::isDone, LONG)).isTrue();
                assertThat(errors.all())
                        .singleElement()
                        .asString()
                        .startsWith("component 'part', task 2: ")
                        .contains(thrown.className(), " in " + door);
            }
        }
    }

    private static SteppedTopology startExactly() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.codecs(to -> to.add(AuthorDoors.Parcel.class, new AuthorDoors.ParcelCodec()));
        builder.setSpout("source", new CommittingDoors.Replayed());
        builder.setBolt("sink", new CommittingDoors.Sink()).shuffle("source");
        return SteppedTopology.of(builder.build())
                .config(Config.empty()
                        .with(TopologyKeys.GUARANTEE, Guarantee.EXACTLY_ONCE)
                        .with(TopologyKeys.SNAPSHOT_INTERVAL, Duration.ofMillis(5))
                        .with(TopologyKeys.SNAPSHOT_TIMEOUT, Duration.ofHours(1)))
                .workers(2)
                .start();
    }

    /** Returns the door, what else throws, and the component and call that the error names. */
    static Stream<Arguments> snapshots() {
        return each(Stream.of(
                Arguments.of("snapshot", "'source', task 1", " in snapshot"),
                Arguments.of("committed", "'source', task 1", " in committed"),
                Arguments.of("begun", "'sink', task 2", " in begin of snapshot "),
                Arguments.of("sink.prepare", "'sink', task 2", " in prepare of snapshot "),
                Arguments.of("commit", "'sink', task 2", " in commit of snapshot ")));
    }

    /** All tuples become visible, each once, although the time-out of snapshots never comes. */
    @ParameterizedTest
    @MethodSource("snapshots")
    void anErrorOfASnapshotIsOneLineAndAllIsVisibleOnce(String door, String who, String where, Thrown thrown) {
        AuthorDoors.arm(door, thrown, 1);
        try (SteppedTopology topology = startExactly()) {
            assertThat(topology.runUntil(AuthorDoorsTest::isVisible, LONG)).isTrue();
            assertThat(errors.all())
                    .singleElement()
                    .asString()
                    .startsWith("component " + who + ": ")
                    .contains(thrown.className(), where);
        }
    }

    /**
     * The position is encoded beside the tasks, as are handles: the snapshot fails, with the component's name, and the
     * next one succeeds.
     */
    @ParameterizedTest
    @EnumSource
    void aPositionThatCannotBeWrittenFailsItsSnapshot(Thrown thrown) {
        AuthorDoors.arm("codec.write", thrown, 1);
        try (SteppedTopology topology = startExactly()) {
            assertThat(topology.runUntil(AuthorDoorsTest::isVisible, LONG)).isTrue();
            assertThat(topology.metrics().snapshots().recent())
                    .filteredOn(report -> report.outcome() == SnapshotReport.Outcome.FAILED)
                    .singleElement()
                    .extracting(SnapshotReport::reason, STRING)
                    .matches(
                            ".*task 0 of component '(source|sink)': a .*Parcel of codec .*ParcelCodec cannot be written: .*")
                    .contains(thrown.className());
        }
    }

    @ParameterizedTest
    @EnumSource
    void anAbortThatThrowsIsOneLineAndTheNextSnapshotHasAll(Thrown thrown) {
        AuthorDoors.arm("abort", thrown, 1);
        try (SteppedTopology topology = startExactly()) {
            assertThat(topology.runUntil(AuthorDoorsTest::isVisible, LONG)).isTrue();
            assertThat(errors.all())
                    .filteredOn(line -> !line.contains("so that the snapshot is given up"))
                    .singleElement()
                    .asString()
                    .startsWith("component 'sink', task 2: ")
                    .contains(thrown.className(), " in abort of snapshot ");
        }
    }

    /** The source is one of the engine's own, which would wait for ever for the end of a tuple that was never sent. */
    @ParameterizedTest
    @EnumSource
    void whatCannotBeEmittedIsLeftOutAndItsSourceFinishes(Thrown thrown) {
        AuthorDoors.arm("chooseTasks", thrown, 1);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                "source",
                Spouts.from(
                        Fields.of("number"),
                        context -> List.of(List.of(1), List.of(2)).iterator()));
        builder.setBolt("last", new AuthorDoors.Last()).custom("source", new AuthorDoors.FirstTask());
        try (SteppedTopology topology = start(builder)) {
            assertThat(topology.runUntil(ExactlyOnceTest.completed(topology), LONG))
                    .isTrue();
            assertThat(AuthorDoors.results()).containsExactly(List.of(2));
            assertThat(errors.all())
                    .singleElement()
                    .asString()
                    .startsWith("component 'source', task 1: ")
                    .contains(thrown.className(), " in nextTuple");
        }
    }

    static Stream<Arguments> restorings() {
        return each(Stream.of(
                Arguments.of("restore", "component 'source', task 1 cannot start: "),
                Arguments.of("recover", "component 'sink', task 2 cannot start: "),
                Arguments.of("codec.read", "component '")));
    }

    @ParameterizedTest
    @MethodSource("restorings")
    void whatCannotBeRestoredEndsItsWorkerWithItsName(String door, String who, Thrown thrown) {
        AuthorDoors.arm("", thrown, 1);
        try (SteppedTopology topology = startExactly()) {
            topology.snapshot();
            topology.kill("w1");
            topology.kill("w2");
            AuthorDoors.arm(door, thrown, 1);
            assertThatThrownBy(() -> {
                        topology.restart("w1");
                        topology.restart("w2");
                        topology.runUntil(AuthorDoorsTest::isVisible, LONG);
                    })
                    .isInstanceOf(TopologyException.class)
                    .hasMessageContaining(who)
                    .hasMessageContaining(thrown.className());
        }
    }

    /** The class is of a new jar that lacks a class which the old one needs. */
    @ParameterizedTest
    @CsvSource({"restore", "recover", "codec.read"})
    void aClassThatCannotBeUsedEndsTheWorkerThatRestores(String door) {
        AuthorDoors.arm("", Thrown.ERROR, 1);
        try (SteppedTopology topology = startExactly()) {
            topology.snapshot();
            topology.kill("w1");
            topology.kill("w2");
            AuthorDoors.arm(door, new NoClassDefFoundError("org/example/Gone"), 1);
            assertThatThrownBy(() -> {
                        topology.restart("w1");
                        topology.restart("w2");
                        topology.runUntil(AuthorDoorsTest::isVisible, LONG);
                    })
                    .isInstanceOf(TopologyException.class)
                    .hasStackTraceContaining("org/example/Gone");
        }
    }

    /** The error is thrown beside the task, while its position is encoded. */
    @Test
    void aClassThatCannotBeUsedEndsTheWorkerThatWritesASnapshot() {
        AuthorDoors.arm("codec.write", new NoClassDefFoundError("org/example/Gone"), 1);
        try (SteppedTopology topology = startExactly()) {
            assertThatThrownBy(() -> topology.runUntil(AuthorDoorsTest::isVisible, LONG))
                    .isInstanceOf(TopologyException.class)
                    .hasStackTraceContaining("org/example/Gone");
        }
    }

    @Test
    void aClassThatCannotBeUsedWhenACallIsCancelledEndsTheWorker() {
        AuthorDoors.arm("async.cancel", new NoClassDefFoundError("org/example/Gone"), 1);
        try (SteppedTopology topology = start(topology(Parts.ASYNC))) {
            assertThatThrownBy(() -> topology.runUntil(AuthorDoorsTest::isDone, LONG))
                    .isInstanceOf(TopologyException.class)
                    .hasStackTraceContaining("org/example/Gone");
        }
    }

    private static boolean isVisible() {
        return AuthorDoors.results().size() == CommittingDoors.Replayed.COUNT && AuthorDoors.isOver();
    }

    private static boolean isDone() {
        return AuthorDoors.acked() == Source.COUNT && AuthorDoors.isOver();
    }
}
