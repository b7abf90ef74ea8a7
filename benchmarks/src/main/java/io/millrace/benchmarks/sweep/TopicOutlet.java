// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

import io.millrace.benchmarks.macro.EventTopics;
import io.millrace.benchmarks.macro.Topic;
import java.io.IOException;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Writes each message as a record of a topic, without waiting for answers. */
final class TopicOutlet implements Outlet {

    private static final int BUFFER_BYTES = 128 << 20;

    private final KafkaProducer<byte[], byte[]> producer;
    private final Topic topic;

    /** Why a record was refused; written by the producer's thread. */
    private volatile Exception refused;

    TopicOutlet(Topic topic) {
        this.topic = topic;
        producer = new KafkaProducer<>(
                Map.of(
                        "bootstrap.servers",
                        topic.servers(),
                        "acks",
                        "1",
                        "linger.ms",
                        0,
                        "max.request.size",
                        EventTopics.MOST_MESSAGE_BYTES,
                        "buffer.memory",
                        BUFFER_BYTES),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    @Override
    public void write(byte[] message) throws IOException {
        if (refused != null) {
            throw new IOException("the server of Kafka has refused a message: " + refused.getMessage(), refused);
        }
        producer.send(new ProducerRecord<>(topic.name(), message), (written, error) -> {
            if (error != null) {
                refused = error;
            }
        });
    }
}
