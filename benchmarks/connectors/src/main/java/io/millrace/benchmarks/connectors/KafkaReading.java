// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.connectors;

import io.millrace.api.Spout;
import io.millrace.connectors.kafka.KafkaSource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Records of a topic with one partition, by a bare consumer with the connector's settings. */
final class KafkaReading implements Pass.Reading {

    private static final Duration POLL = Duration.ofMillis(100);

    private final Job job;

    KafkaReading(Job job) {
        this.job = job;
    }

    static Spout connector(Job job) {
        return KafkaSource.topic(job.servers(), job.topic())
                .finishAtEnd()
                .bufferBytes(Integer.getInteger("connbench.buffer", 16 << 20));
    }

    @Override
    public void read(Pass pass) {
        try (KafkaConsumer<String, String> consumer = new KafkaConsumer<>(
                Map.of(
                        "bootstrap.servers",
                        job.servers(),
                        "isolation.level",
                        "read_committed",
                        "enable.auto.commit",
                        "false",
                        "auto.offset.reset",
                        "none",
                        "max.poll.records",
                        "2000"),
                new StringDeserializer(),
                new StringDeserializer())) {
            TopicPartition partition = new TopicPartition(job.topic(), 0);
            consumer.assign(List.of(partition));
            consumer.seek(partition, 0);
            for (long count = 0; count < job.messages(); ) {
                var records = consumer.poll(POLL);
                records.forEach(each -> pass.read(each.value()));
                count += records.count();
            }
        }
    }
}
