// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.kafka;

import io.millrace.api.error.TopologyException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** The topic of the markers: one record for each transactional id, of which the last one counts. */
final class Markers {

    /** Ids are spread, as the open transaction of one holds up who reads behind it. */
    private static final int PARTITIONS = 8;

    /** Small segments, as what is in the newest one is never compacted, and is read at each recovery. */
    private static final Map<String, String> CONFIGURATION = Map.of(
            "cleanup.policy", "compact",
            "segment.bytes", Integer.toString(1 << 20),
            "min.cleanable.dirty.ratio", "0.1");

    private static final Duration POLL = Duration.ofMillis(100);

    private final String topic;
    private final ClientErrors errors;
    private final String servers;
    private final Admin admin;
    private final Supplier<Consumer<byte[], byte[]>> consumers;
    private final long boundNanos;
    private final LongSupplier nanoTime;
    private int partitions;

    /** @param consumers makes one that reads what is committed */
    Markers(
            String topic,
            ClientErrors errors,
            Admin admin,
            Supplier<Consumer<byte[], byte[]>> consumers,
            Duration bound,
            LongSupplier nanoTime) {
        this.topic = topic;
        this.errors = errors;
        this.servers = errors.servers();
        this.admin = admin;
        this.consumers = consumers;
        this.boundNanos = bound.toNanos();
        this.nanoTime = nanoTime;
    }

    String topic() {
        return topic;
    }

    int partition(String id) {
        return Math.floorMod(id.hashCode(), partitions);
    }

    /** Makes the topic if there is none. */
    void prepare() {
        try {
            if (partitions() == 0) {
                create();
                // Brokers may hear of it a moment later
                long end = nanoTime.getAsLong() + boundNanos;
                while (partitions() == 0) {
                    if (nanoTime.getAsLong() - end > 0) {
                        throw new TimeoutException("the topic " + topic + " was made, and is not there");
                    }
                }
            }
            partitions = partitions();
            checkPolicy();
        } catch (ExecutionException | KafkaException | java.util.concurrent.TimeoutException e) {
            throw errors.failure(
                    "cannot find or make the topic of markers " + topic + " at " + servers,
                    e,
                    "the worker does not start");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TopologyException("interrupted while looking for the topic of markers " + topic, e);
        }
    }

    private int partitions() throws ExecutionException, InterruptedException, java.util.concurrent.TimeoutException {
        try {
            return admin.describeTopics(List.of(topic))
                    .allTopicNames()
                    .get(boundNanos, TimeUnit.NANOSECONDS)
                    .get(topic)
                    .partitions()
                    .size();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                return 0;
            }
            throw e;
        }
    }

    private void create() throws ExecutionException, InterruptedException, java.util.concurrent.TimeoutException {
        try {
            admin.createTopics(List.of(
                            new NewTopic(topic, Optional.of(PARTITIONS), Optional.empty()).configs(CONFIGURATION)))
                    .all()
                    .get(boundNanos, TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            // Another task was faster
            if (!(e.getCause() instanceof TopicExistsException)) {
                throw e;
            }
        }
    }

    /** A topic that forgets markers would let a recovery repeat what is visible. */
    private void checkPolicy() throws ExecutionException, InterruptedException, java.util.concurrent.TimeoutException {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        Config config;
        try {
            config = admin.describeConfigs(List.of(resource))
                    .all()
                    .get(boundNanos, TimeUnit.NANOSECONDS)
                    .get(resource);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof AuthorizationException) {
                // Who makes the topic by hand, and allows no more than is needed, has read what it must be
                return;
            }
            throw e;
        }
        ConfigEntry policy = config.get("cleanup.policy");
        if (policy != null && !policy.value().equals("compact")) {
            throw new TopologyException("the topic of markers " + topic + " at " + servers + " has cleanup.policy="
                    + policy.value() + ": set it to compact, else markers are deleted that a recovery needs");
        }
    }

    /**
     * Returns the last committed value of a key; null if there is none. Waits until transactions that were open in its
     * partition have ended.
     */
    String read(String id) {
        TopicPartition partition = new TopicPartition(topic, partition(id));
        long end = nanoTime.getAsLong() + boundNanos;
        String last = null;
        try (Consumer<byte[], byte[]> consumer = consumers.get()) {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            long to = endOf(partition);
            while (consumer.position(partition) < to) {
                for (ConsumerRecord<byte[], byte[]> each : consumer.poll(POLL)) {
                    if (each.key() != null
                            && each.value() != null
                            && id.equals(new String(each.key(), StandardCharsets.UTF_8))) {
                        last = new String(each.value(), StandardCharsets.UTF_8);
                    }
                }
                if (nanoTime.getAsLong() - end > 0) {
                    throw new TimeoutException("a transaction of another task is open before offset " + to + " of "
                            + partition + ", and ends with its transaction.timeout.ms at the latest");
                }
            }
        }
        return last;
    }

    /** The end, also of what is not committed: a marker may be behind the open transaction of another task. */
    private long endOf(TopicPartition partition) {
        try {
            return admin.listOffsets(
                            Map.of(partition, OffsetSpec.latest()),
                            new ListOffsetsOptions(IsolationLevel.READ_UNCOMMITTED))
                    .partitionResult(partition)
                    .get(boundNanos, TimeUnit.NANOSECONDS)
                    .offset();
        } catch (ExecutionException | java.util.concurrent.TimeoutException e) {
            throw new KafkaException(e.getCause() == null ? e : e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KafkaException("interrupted", e);
        }
    }
}
