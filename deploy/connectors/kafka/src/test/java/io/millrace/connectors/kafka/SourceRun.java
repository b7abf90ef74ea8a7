// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.kafka;

import io.millrace.connectors.kafka.Topics.Listing;
import io.millrace.connectors.kafka.Topics.Topic;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;

/** A task of a source with a simulated consumer, whose thread the test is. */
final class SourceRun implements AutoCloseable {

    /** A record that can be fetched when its partition is assigned; its timestamp is 1,000 later than its offset. */
    private record Stored(TopicPartition partition, long offset, String value) {}

    final FakeTask engine;
    final KafkaSource source;
    final MockConsumer<ByteBuffer, ByteBuffer> consumer = new MockConsumer<>("none") {
        @Override
        public synchronized Map<TopicPartition, OffsetAndTimestamp> offsetsForTimes(
                Map<TopicPartition, Long> times, Duration timeout) {
            Map<TopicPartition, OffsetAndTimestamp> found = new HashMap<>();
            times.forEach((partition, millis) -> found.put(partition, new OffsetAndTimestamp(millis - 1_000, millis)));
            return found;
        }
    };
    private final List<Stored> stored = new ArrayList<>();
    private Listing listing;

    SourceRun(KafkaSource settings, FakeTask engine) {
        this.engine = engine;
        source = settings.bufferBytes(1 << 20);
        source.open(engine.context(), engine.spoutOut(), consumer, new Topics() {
            @Override
            public Listing poll() {
                Listing next = listing;
                listing = null;
                return next;
            }

            @Override
            public void close() {}
        });
    }

    static TopicPartition views(int partition) {
        return new TopicPartition("views", partition);
    }

    /** The topic views has so many partitions from now on, each with offsets of a range. */
    SourceRun topic(String id, int partitions, long begin, long end) {
        for (int i = 0; i < partitions; i++) {
            range(i, begin, end);
        }
        listing = new Listing(Map.of("views", new Topic(id, partitions)), Map.of());
        return this;
    }

    SourceRun noTopic() {
        listing = new Listing(Map.of(), Map.of());
        return this;
    }

    SourceRun noAnswer(Throwable error) {
        listing = new Listing(Map.of(), Map.of("views", error));
        return this;
    }

    SourceRun range(int partition, long begin, long end) {
        consumer.updateBeginningOffsets(Map.of(views(partition), begin));
        consumer.updateEndOffsets(Map.of(views(partition), end));
        return this;
    }

    SourceRun restored(Object... snapshots) {
        source.restore(Arrays.asList(snapshots));
        return this;
    }

    /** Adds records with these values, which are read if they are not before the position. */
    SourceRun store(int partition, long firstOffset, String... values) {
        for (String value : values) {
            stored.add(new Stored(views(partition), firstOffset++, value));
        }
        return this;
    }

    /** Lets both threads do what they can. */
    SourceRun run() {
        source.nextTuple();
        source.fetcher().doWork(Duration.ZERO);
        for (int i = 0; i < 3; i++) {
            deliver();
            source.fetcher().doWork(Duration.ZERO);
            engine.runCommands();
            emitAll();
        }
        return this;
    }

    void emitAll() {
        do {
            engine.idleUntil = 0;
            source.nextTuple();
        } while (engine.idleUntil == 0);
    }

    /** What is stored comes with the next fetch. */
    void deliver() {
        Map<TopicPartition, Long> positions = new HashMap<>();
        consumer.assignment().forEach(each -> positions.put(each, consumer.position(each)));
        for (Stored each : List.copyOf(stored)) {
            Long position = positions.get(each.partition);
            if (position != null) {
                stored.remove(each);
                if (each.offset >= position) {
                    consumer.addRecord(record(each));
                }
            }
        }
    }

    private static ConsumerRecord<ByteBuffer, ByteBuffer> record(Stored stored) {
        ByteBuffer value = stored.value == null ? null : withinOthers(stored.value.getBytes(StandardCharsets.UTF_8));
        return new ConsumerRecord<>(
                stored.partition.topic(),
                stored.partition.partition(),
                stored.offset,
                1_000 + stored.offset,
                TimestampType.CREATE_TIME,
                0,
                value == null ? 0 : value.remaining(),
                null,
                value,
                new RecordHeaders(),
                Optional.empty());
    }

    /** As the client gives it: a part of what it has received. */
    private static ByteBuffer withinOthers(byte[] value) {
        ByteBuffer received = ByteBuffer.allocate(value.length + 8);
        return received.put(3, value).slice(2, value.length + 4).position(1).limit(value.length + 1);
    }

    /** Lets time pass after which what has failed is tried again. */
    SourceRun later() {
        engine.advance(Duration.ofSeconds(1).toNanos());
        return run();
    }

    @Override
    public void close() {
        source.close();
    }
}
