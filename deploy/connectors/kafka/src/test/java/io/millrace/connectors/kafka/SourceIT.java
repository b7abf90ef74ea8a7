// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.config.Guarantee;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** A task of a source with a server of Kafka, and the thread of its own. */
@ExtendWith(BrokerExtension.class)
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SourceIT {

    private final List<Running> started = new ArrayList<>();

    @AfterEach
    void close() {
        started.forEach(each -> each.source.close());
    }

    private record Running(KafkaSource source, FakeTask engine) {

        void until(BooleanSupplier reached) {
            while (!reached.getAsBoolean()) {
                engine.runCommands();
                source.nextTuple();
            }
        }

        void untilEmitted(String... values) {
            until(() -> engine.emitted.size() >= values.length);
            assertThat(engine.first()).containsExactly((Object[]) values);
        }

        void untilError(String... texts) {
            until(() -> engine.errors.stream().anyMatch(each -> containsAll(each.getMessage(), texts)));
        }

        private static boolean containsAll(String message, String... texts) {
            return List.of(texts).stream().allMatch(message::contains);
        }
    }

    private Running start(KafkaSource settings, Object... snapshots) {
        KafkaSource source = settings.lookEvery(Duration.ofMillis(100)).property("metadata.max.age.ms", "200");
        FakeTask engine = new FakeTask(0, 1, Guarantee.EXACTLY_ONCE);
        engine.clock = System::nanoTime;
        source.open(engine.context(), engine.spoutOut());
        if (snapshots.length > 0) {
            source.restore(List.of(snapshots));
        }
        Running running = new Running(source, engine);
        started.add(running);
        return running;
    }

    @Test
    void newPartitionsAndTopicsAreFound(Broker broker) throws Exception {
        broker.create("found-a", 1);
        broker.write("found-a", 0, List.of("old"));
        Running run = start(KafkaSource.pattern(broker.servers(), "found-.*").from(Start.latest()));
        run.until(() -> run.source.fetcher() != null && !run.source.snapshot().equals(List.of()));
        run.until(() -> !run.source.snapshot().toString().contains("-1"));
        broker.write("found-a", 0, List.of("a"));
        run.untilEmitted("a");
        broker.addPartitions("found-a", 2);
        broker.write("found-a", 1, List.of("b"));
        run.untilEmitted("a", "b");
        broker.create("found-b", 1);
        broker.write("found-b", 0, List.of("c"));
        run.untilEmitted("a", "b", "c");
        assertThat(run.engine.errors).isEmpty();
    }

    @Test
    void whatIsLostIsTold(Broker broker) throws Exception {
        broker.create("lost", 1);
        broker.write("lost", 0, List.of("a", "b", "c", "d"));
        Running first = start(KafkaSource.topic(broker.servers(), "lost"));
        first.untilEmitted("a", "b", "c", "d");
        String snapshot = first.source.snapshot().toString();
        String topicId = snapshot.replaceAll(".*, ", "").replace("]", "");

        broker.deleteBefore("lost", 0, 3);
        Running late = start(KafkaSource.topic(broker.servers(), "lost"), List.of(List.of("lost", 0, 1L, topicId)));
        late.untilEmitted("d");
        late.untilError("2 offsets of lost-0", "from 1 on are lost");
        assertThat(late.engine.counter("offsets.lost")).isEqualTo(2);

        broker.delete("lost");
        late.untilError("lost-0 is gone", "offset 4");
        broker.create("lost", 1);
        broker.write("lost", 0, List.of("1", "2", "3", "4", "5"));
        late.untilEmitted("d", "1", "2", "3", "4", "5");
        late.untilError("lost-0 was deleted and made anew");
        assertThat(late.engine.errors)
                .allSatisfy(each -> assertThat(each.getMessage()).hasLineCount(1));
    }

    @Test
    void whatIsAbortedIsNotRead(Broker broker) throws Exception {
        broker.create("aborted", 1);
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.servers(), "transactional.id", "aborted"),
                new StringSerializer(),
                new StringSerializer())) {
            producer.initTransactions();
            for (String value : List.of("a", "no", "b", "no")) {
                producer.beginTransaction();
                producer.send(new ProducerRecord<>("aborted", value));
                if (value.equals("no")) {
                    producer.flush();
                    producer.abortTransaction();
                } else {
                    producer.commitTransaction();
                }
            }
        }
        Running run = start(KafkaSource.topic(broker.servers(), "aborted").finishAtEnd());
        run.until(() -> run.engine.finished);
        assertThat(run.engine.first()).containsExactly("a", "b");
        assertThat(run.source.snapshot().toString())
                .as("behind the last marker")
                .contains("aborted, 0, 8,");
    }

    @Test
    void theGroupShowsHowFarItHasCome(Broker broker) throws Exception {
        broker.create("watched", 1);
        broker.write("watched", 0, List.of("a", "b"));
        Instant between = Instant.now().plusMillis(1);
        while (Instant.now().isBefore(between)) {
            Thread.onSpinWait();
        }
        broker.write("watched", 0, List.of("c"));
        KafkaSource watched = KafkaSource.topic(broker.servers(), "watched").group("watchers");
        Running run = start(watched.from(Start.at(between)));
        run.untilEmitted("c");
        broker.write("watched", 0, List.of("d"));
        run.untilEmitted("c", "d");
        run.source.committed(1);
        try (Admin admin = broker.admin()) {
            TopicPartition partition = new TopicPartition("watched", 0);
            Map<TopicPartition, OffsetAndMetadata> committed = Map.of();
            while (committed.get(partition) == null) {
                committed = admin.listConsumerGroupOffsets("watchers")
                        .partitionsToOffsetAndMetadata()
                        .get();
            }
            assertThat(committed.get(partition).offset()).isEqualTo(4);
        }
        broker.write("watched", 0, List.of("e"));
        start(watched.from(Start.committed())).untilEmitted("e");
    }
}
