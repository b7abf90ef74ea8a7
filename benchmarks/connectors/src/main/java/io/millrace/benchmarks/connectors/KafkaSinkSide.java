// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.connectors;

import io.millrace.api.Bolt;
import io.millrace.connectors.kafka.KafkaSink;
import io.millrace.operators.format.Formats;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Records of a topic with one partition: in transactions, or as they come. A bare producer has the settings of the
 * connector's.
 */
final class KafkaSinkSide implements SinkSide {

    private static final int SENDS_PER_LOOK = 1_024;

    private final Job job;
    private final boolean transactions;

    KafkaSinkSide(Job job) {
        this.job = job;
        transactions = job.connector() == Connector.KAFKA_SINK;
    }

    @Override
    public Bolt connector() {
        KafkaSink sink = KafkaSink.topic(job.servers(), job.topic()).format(Formats.value("text"));
        // Without transactions the spout sees what has become visible
        return transactions ? new WatchedSink<>(sink) : sink;
    }

    @Override
    public void writeBare(Commits commits) {
        Map<String, Object> properties = new HashMap<>(
                Map.of("bootstrap.servers", job.servers(), "linger.ms", transactions ? 0 : 5, "retry.backoff.ms", 10));
        if (transactions) {
            properties.put("transactional.id", "bare-" + job.topic());
            properties.put("batch.size", 128 << 10);
        }
        Messages messages = new Messages(job.bytes());
        try (KafkaProducer<byte[], String> producer =
                new KafkaProducer<>(properties, new ByteArraySerializer(), new StringSerializer())) {
            if (transactions) {
                inTransactions(producer, messages, commits);
            } else {
                asTheyCome(producer, messages, commits);
            }
        }
    }

    private void inTransactions(KafkaProducer<byte[], String> producer, Messages messages, Commits commits) {
        Rounds rounds = new Rounds(job);
        producer.initTransactions();
        for (long count = 0; !commits.isOver(); ) {
            producer.beginTransaction();
            do {
                producer.send(new ProducerRecord<>(job.topic(), messages.text(count++)));
            } while (!rounds.isDue());
            producer.commitTransaction();
            commits.add(count);
        }
    }

    private void asTheyCome(KafkaProducer<byte[], String> producer, Messages messages, Commits commits) {
        AtomicLong answered = new AtomicLong();
        for (long count = 0; count % SENDS_PER_LOOK != 0 || !commits.isOver(); ) {
            producer.send(new ProducerRecord<>(job.topic(), messages.text(count++)), (metadata, error) -> {
                if (error == null) {
                    commits.addSome(answered.incrementAndGet());
                }
            });
        }
    }

    @Override
    public long visible(int commits) throws IOException {
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", job.servers(), "isolation.level", "read_committed"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            TopicPartition partition = new TopicPartition(job.topic(), 0);
            long end = consumer.endOffsets(List.of(partition)).get(partition);
            // Each transaction ends with a record of the servers
            return transactions ? end - commits : end;
        }
    }

    @Override
    public void close() {
        // The topic is deleted by who has made it
    }
}
