// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

import io.millrace.benchmarks.macro.EventTopics;
import io.millrace.benchmarks.macro.Topic;
import java.time.Duration;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads the only partition of a topic by a bare consumer, from its begin. */
final class TopicInlet implements Inlet {

    private final TopicPartition partition;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private Iterator<ConsumerRecord<byte[], byte[]>> fetched = Collections.emptyIterator();

    TopicInlet(Topic topic) {
        partition = new TopicPartition(topic.name(), 0);
        consumer = new KafkaConsumer<>(
                Map.of(
                        "bootstrap.servers",
                        topic.servers(),
                        "enable.auto.commit",
                        "false",
                        "auto.offset.reset",
                        "none",
                        "max.partition.fetch.bytes",
                        EventTopics.MOST_MESSAGE_BYTES),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        consumer.assign(List.of(partition));
        consumer.seek(partition, 0);
    }

    @Override
    public byte[] poll() {
        if (!fetched.hasNext()) {
            fetched = consumer.poll(Duration.ZERO).records(partition).iterator();
        }
        return fetched.hasNext() ? fetched.next().value() : null;
    }
}
