// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.Fields;
import io.millrace.api.config.Guarantee;
import io.millrace.api.error.MalformedException;
import io.millrace.api.error.TopologyException;
import io.millrace.operators.format.ReadFormat;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class KafkaSourceTest {

    private static final KafkaSource VIEWS = KafkaSource.topic("localhost:1", "views");

    private final List<SourceRun> started = new ArrayList<>();

    @AfterEach
    void close() {
        started.forEach(SourceRun::close);
    }

    private SourceRun start(KafkaSource source, int task, int tasks, Guarantee guarantee) {
        SourceRun run = new SourceRun(source, new FakeTask(task, tasks, guarantee));
        started.add(run);
        return run;
    }

    private SourceRun start(KafkaSource source) {
        return start(source, 0, 1, Guarantee.EXACTLY_ONCE);
    }

    @Test
    void tasksDivideThePartitionsAndTakeOverFromAnyOther() {
        SourceRun one = start(VIEWS, 0, 2, Guarantee.EXACTLY_ONCE).topic("t", 3, 0, 9);
        SourceRun other = start(VIEWS, 1, 2, Guarantee.EXACTLY_ONCE).topic("t", 3, 0, 9);
        for (SourceRun each : List.of(one, other)) {
            each.store(0, 0, "a", "b").store(1, 0, "c").store(2, 0, "d").run();
        }
        assertThat(one.engine.first()).containsExactlyInAnyOrder("a", "b", "d");
        assertThat(other.engine.first()).containsExactly("c");
        Object[] snapshots = {one.source.snapshot(), other.source.snapshot(), null};

        SourceRun all = start(VIEWS).restored(snapshots).topic("t", 3, 0, 9);
        all.store(0, 0, "a", "b", "e").store(1, 0, "c", "f").store(2, 0, "d").run();
        assertThat(all.engine.first()).containsExactlyInAnyOrder("e", "f");
        SourceRun third = start(VIEWS, 2, 3, Guarantee.EXACTLY_ONCE).restored(snapshots);
        assertThat(third.source.snapshot())
                .as("before the servers have answered")
                .isEqualTo(List.of(List.of("views", 2, 1L, "t")));
    }

    @Test
    void aBatchIsASnapshotsPositionAtAnyRecord() {
        SourceRun run = start(VIEWS).topic("t", 1, 0, 9).store(0, 0, "x".repeat(20_000), "y".repeat(20_000), "z");
        run.source.nextTuple();
        run.source.fetcher().doWork(Duration.ZERO);
        run.run();
        assertThat(run.engine.first()).hasSize(3);
        assertThat(run.source.snapshot()).isEqualTo(List.of(List.of("views", 0, 3L, "t")));
    }

    @Test
    void theFieldsOfARecordFollowThoseOfTheFormat() {
        SourceRun run =
                start(VIEWS.withMetadata()).topic("t", 1, 5, 9).store(0, 7, "a").run();
        assertThat(run.engine.emitted.get(0)).containsExactly("a", "views", 0, 7L, 1_007L, null);
        run.consumer.addRecord(
                new ConsumerRecord<>("views", 0, 8, null, ByteBuffer.wrap("b".getBytes(StandardCharsets.UTF_8))));
        run.run();
        assertThat(run.engine.emitted.get(1))
                .as("a record without a time, whose timestamp is -1 in the client")
                .containsExactly("b", "views", 0, 8L, null, null);
    }

    @Test
    void withAtLeastOnceARecordIsRepeatedUntilItIsAcked() {
        SourceRun run = start(VIEWS, 0, 1, Guarantee.AT_LEAST_ONCE).topic("t", 1, 0, 9);
        run.store(0, 0, "a", "b", "c").run();
        run.source.ack(run.engine.ids.get(0));
        run.source.fail(run.engine.ids.get(1));
        assertThat(run.source.snapshot()).as("b may come again").isEqualTo(List.of(List.of("views", 0, 1L, "t")));
        run.emitAll();
        assertThat(run.engine.first()).containsExactly("a", "b", "c", "b");
        assertThat(run.engine.ids.get(3)).isEqualTo(run.engine.ids.get(1));
        run.source.ack(run.engine.ids.get(1));
        run.source.ack(run.engine.ids.get(2));
        assertThat(run.source.snapshot()).isEqualTo(List.of(List.of("views", 0, 3L, "t")));
    }

    @Test
    void aRecordThatFailsAgainAndAgainHoldsNoOthersUp() {
        SourceRun run = start(VIEWS, 0, 1, Guarantee.AT_LEAST_ONCE).topic("t", 2, 0, 9);
        run.store(0, 0, "bad", "b").run();
        for (int i = 0; i < 5; i++) {
            run.source.fail(run.engine.ids.get(0));
            run.later();
        }
        run.store(0, 2, "c").store(1, 0, "d").run();
        assertThat(run.engine.first()).contains("b", "c", "d");
        assertThat(run.engine.first().stream().filter("bad"::equals).count()).isBetween(4L, 6L);
        assertThat(run.engine.errors).singleElement().asString().contains("views-0@0 has failed 5 times");
        run.engine.ids.stream()
                .distinct()
                .filter(id -> !id.equals(run.engine.ids.get(0)))
                .forEach(run.source::ack);
        assertThat(run.source.snapshot())
                .as("another worker reads it again")
                .isEqualTo(List.of(List.of("views", 0, 0L, "t"), List.of("views", 1, 1L, "t")));
    }

    private static final class Numbers implements ReadFormat {

        private static final long serialVersionUID = 1L;

        @Override
        public Fields fields() {
            return Fields.of("number");
        }

        @Override
        public Object[] read(byte[] bytes, int offset, int length) throws MalformedException {
            String text = new String(bytes, offset, length, StandardCharsets.UTF_8);
            try {
                return text.isEmpty() ? null : new Object[] {Long.parseLong(text)};
            } catch (NumberFormatException e) {
                throw new MalformedException(text + " is no number", e);
            }
        }
    }

    @Test
    void whatCannotBeReadGoesToAStreamOfItsOwn() {
        SourceRun run = start(VIEWS.format(new Numbers()), 0, 1, Guarantee.AT_LEAST_ONCE)
                .topic("t", 1, 0, 9);
        run.store(0, 0, "1", "two", "", null, "5").run();
        assertThat(run.engine.streams).containsExactly("default", "malformed", "default");
        assertThat(run.engine.emitted.get(1)).startsWith("two is no number", "views-0@1");
        assertThat(run.engine.ids).doesNotContainNull();
        assertThat(run.engine.counter("messages.malformed")).isEqualTo(1);
        assertThat(run.engine.counter("records.without.value")).isEqualTo(1);
        assertThat(run.engine.errors).singleElement().asString().contains("views-0@1");
    }

    @Test
    void whereItBeginsIsSaidByItsStart() {
        Map<Start, List<String>> expected = Map.of(
                Start.earliest(), List.of("a", "b", "c"),
                Start.latest(), List.of("c"),
                Start.at(Instant.ofEpochMilli(1_006)), List.of("b", "c"),
                Start.committed(), List.of("b", "c"));
        expected.forEach((where, values) -> {
            SourceRun run = start(VIEWS.group("watchers").from(where)).topic("t", 1, 5, 7);
            run.consumer.assign(List.of(SourceRun.views(0)));
            run.consumer.commitSync(Map.of(SourceRun.views(0), new OffsetAndMetadata(6)));
            run.store(0, 5, "a", "b", "c").run();
            assertThat(run.engine.first()).as(where.kind().toString()).isEqualTo(values);
        });
    }

    @Test
    void aNewPartitionIsReadFromItsBeginning() {
        SourceRun run = start(VIEWS.from(Start.latest())).topic("t", 1, 0, 2);
        run.store(0, 0, "a", "b", "c").run();
        run.topic("t", 2, 0, 2).store(1, 0, "d", "e").run();
        assertThat(run.engine.first()).containsExactly("c", "d", "e");

        SourceRun restored = start(VIEWS.from(Start.latest())).restored(run.source.snapshot());
        restored.topic("t", 3, 0, 2).store(2, 0, "f").run();
        assertThat(restored.engine.first()).containsExactly("f");
    }

    @Test
    void aTopicThatComesLaterIsReadFromItsBeginning() {
        SourceRun run = start(VIEWS.from(Start.latest())).noTopic().run();
        run.noTopic().run();
        assertThat(run.engine.errors)
                .singleElement()
                .asString()
                .contains("views does not exist at localhost:1", "create it");
        assertThat(run.engine.counter("topics.missing")).isEqualTo(2);
        run.topic("t", 1, 0, 2).store(0, 0, "a").run();
        assertThat(run.engine.first()).containsExactly("a");
    }

    @Test
    void whatIsNotKnownIsAskedForAgainWithTheSameStart() {
        SourceRun run = start(VIEWS.from(Start.latest()));
        run.consumer.setOffsetsException(new TimeoutException("no answer"));
        run.topic("t", 1, 0, 2).store(0, 0, "a", "b", "c").run();
        assertThat(run.engine.errors).singleElement().asString().contains("no answer", "reachable from this node");
        Object snapshot = run.source.snapshot();
        assertThat(snapshot).isEqualTo(List.of(List.of("views", 0, -1L, "")));
        run.later();
        assertThat(run.engine.first()).containsExactly("c");

        SourceRun restored =
                start(VIEWS.from(Start.latest())).restored(snapshot).topic("t", 1, 0, 2);
        assertThat(restored.store(0, 0, "a", "b", "c").run().engine.first()).containsExactly("c");
    }

    @Test
    void itFinishesAtTheEndsThatItHasFound() {
        SourceRun run = start(VIEWS.finishAtEnd()).topic("t", 2, 0, 2).range(1, 4, 4);
        run.store(0, 0, "a").run();
        assertThat(run.engine.finished).isFalse();
        assertThat(run.engine.partitions).as("partition 1 is empty").hasSize(1);
        run.store(0, 1, "b", "c").run();
        assertThat(run.engine.first()).containsExactly("a", "b");
        assertThat(run.engine.finished).isTrue();
        assertThat(run.engine.partitions).isEmpty();
        assertThat(run.source.snapshot())
                .isEqualTo(List.of(List.of("views", 0, 2L, "t"), List.of("views", 1, 4L, "t")));
    }

    @Test
    void eachEmissionSaysItsPartition() {
        SourceRun run = start(VIEWS)
                .topic("t", 2, 0, 9)
                .store(0, 0, "a")
                .store(1, 0, "b")
                .run();
        run.store(0, 1, "c").run();
        assertThat(run.engine.partitions).hasSize(2);
        List<Integer> of = run.engine.partitionOf;
        int a = of.get(run.engine.first().indexOf("a"));
        assertThat(of.get(run.engine.first().indexOf("c"))).isEqualTo(a);
        assertThat(of.get(run.engine.first().indexOf("b"))).isNotEqualTo(a);
    }

    @Test
    void aRepeatedRecordMovesNoEventTimeAndLeavesThatOfOthersAsItIs() {
        SourceRun run = start(VIEWS, 0, 1, Guarantee.AT_LEAST_ONCE)
                .topic("t", 2, 0, 9)
                .store(0, 0, "a")
                .run();
        run.source.fail(run.engine.ids.get(0));
        run.store(1, 0, "b").run();
        assertThat(run.engine.first()).containsExactly("a", "a", "b");
        List<Integer> of = run.engine.partitionOf;
        assertThat(of.get(1)).isNegative();
        assertThat(of.get(2)).isNotNegative().isNotEqualTo(of.get(0));
    }

    @Test
    void theGroupIsToldWhatASnapshotCoversOrWhatWasAcked() {
        SourceRun covered = start(VIEWS.group("watchers"))
                .topic("t", 1, 0, 9)
                .store(0, 0, "a", "b")
                .run();
        covered.source.snapshot();
        covered.source.committed(1);
        covered.run();
        assertThat(covered.consumer
                        .committed(Set.of(SourceRun.views(0)))
                        .get(SourceRun.views(0))
                        .offset())
                .isEqualTo(2);

        SourceRun acked =
                start(VIEWS.group("watchers").commitEvery(Duration.ofSeconds(1)), 0, 1, Guarantee.AT_LEAST_ONCE);
        acked.topic("t", 1, 0, 9).store(0, 0, "a", "b").run();
        acked.source.ack(acked.engine.ids.get(0));
        acked.later();
        assertThat(acked.consumer
                        .committed(Set.of(SourceRun.views(0)))
                        .get(SourceRun.views(0))
                        .offset())
                .isEqualTo(1);
    }

    @Test
    void aFullBufferPausesTheConsumer() {
        SourceRun run = start(VIEWS).topic("t", 1, 0, 100);
        run.run();
        String large = "x".repeat(600_000);
        run.store(0, 0, large, large, large).deliver();
        run.source.fetcher().doWork(Duration.ZERO);
        run.source.fetcher().doWork(Duration.ZERO);
        assertThat(run.consumer.paused()).containsExactly(SourceRun.views(0));
        run.emitAll();
        run.source.fetcher().doWork(Duration.ZERO);
        assertThat(run.engine.first()).hasSize(3);
        assertThat(run.consumer.paused()).isEmpty();
    }

    @Test
    void aTaskThatWaitsIsWoken() {
        SourceRun run = start(VIEWS).topic("t", 1, 0, 100).run();
        assertThat(run.engine.idleUntil).isGreaterThan(Duration.ofMinutes(1).toNanos());
        run.store(0, 0, "a", "b").deliver();
        run.source.fetcher().doWork(Duration.ZERO);
        run.source.fetcher().doWork(Duration.ZERO);
        assertThat(run.engine.commands).as("once, however much comes").hasSize(1);
        run.emitAll();
        assertThat(run.engine.first()).containsExactly("a", "b");
    }

    @Test
    void whatIsWrongIsSaidInOneLine() {
        assertThatThrownBy(() -> KafkaSource.topic(" ", "views")).hasMessageContaining("host:port");
        assertThatThrownBy(() -> KafkaSource.topic("a:1", null)).hasMessageContaining("at least one");
        assertThatThrownBy(() -> KafkaSource.pattern("a:1", "(")).hasMessageContaining("'('");
        assertThatThrownBy(() -> VIEWS.property("group.id", "x")).hasMessageContaining("use group()");
        assertThatThrownBy(() -> VIEWS.lookEvery(Duration.ZERO)).hasMessageContaining("100 ms");
        assertThatThrownBy(() -> VIEWS.bufferBytes(1)).hasMessageContaining("65536");
        assertThatThrownBy(() -> VIEWS.from(Start.committed()).declareOutputs(null))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("group()");
        KafkaSource wrong = VIEWS.property("max.poll.records", "many");
        FakeTask engine = new FakeTask(0, 1, Guarantee.EXACTLY_ONCE);
        assertThatThrownBy(() -> wrong.open(engine.context(), engine.spoutOut()))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("max.poll.records")
                .hasMessageEndingWith("correct this property")
                .message()
                .hasLineCount(1);
    }
}
