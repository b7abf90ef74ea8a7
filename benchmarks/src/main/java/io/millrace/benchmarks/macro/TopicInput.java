// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.macro;

import java.time.Duration;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * Reads a partition by a bare consumer, which polls without a wait, as engines ask for the next event in a loop. Its
 * connections are closed with the process.
 */
final class TopicInput implements Input {

    private final TopicPartition partition;
    private final KafkaConsumer<byte[], String> consumer;
    private Iterator<ConsumerRecord<byte[], String>> fetched = Collections.emptyIterator();
    private String event;
    private long dueNanos;
    private long position;

    TopicInput(Topic topic, int source) {
        partition = new TopicPartition(topic.name(), source);
        consumer = new KafkaConsumer<>(
                Map.of(
                        "bootstrap.servers",
                        topic.servers(),
                        "isolation.level",
                        "read_committed",
                        "enable.auto.commit",
                        "false",
                        "auto.offset.reset",
                        "none"),
                new ByteArrayDeserializer(),
                new StringDeserializer());
        consumer.assign(List.of(partition));
        consumer.seek(partition, 0);
    }

    @Override
    public boolean next() {
        if (!fetched.hasNext()) {
            fetched = consumer.poll(Duration.ZERO).records(partition).iterator();
            if (!fetched.hasNext()) {
                return false;
            }
        }
        ConsumerRecord<byte[], String> record = fetched.next();
        event = record.value();
        dueNanos = AdEvents.dueNanos(event);
        position = record.offset() + 1;
        return true;
    }

    @Override
    public Object payload() {
        return event;
    }

    @Override
    public long dueNanos() {
        return dueNanos;
    }

    @Override
    public long position() {
        return position;
    }

    @Override
    public void restore(long restored) {
        consumer.seek(partition, restored);
        fetched = Collections.emptyIterator();
        position = restored;
    }
}
