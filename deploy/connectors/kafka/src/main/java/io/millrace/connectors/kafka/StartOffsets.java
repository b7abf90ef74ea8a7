// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.kafka;

import io.millrace.connectors.kafka.Partitions.Partition;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;

/** Finds out where partitions begin and end. Blocks for requests, so it belongs to the thread that fetches. */
final class StartOffsets {

    private static final Duration REQUEST = Duration.ofSeconds(10);

    private final Consumer<ByteBuffer, ByteBuffer> consumer;
    private final Start start;

    StartOffsets(Consumer<ByteBuffer, ByteBuffer> consumer, Start start) {
        this.consumer = consumer;
        this.start = start;
    }

    /** Returns where to begin in those whose position is not known. */
    Map<TopicPartition, Long> of(List<Partition> partitions) {
        Set<TopicPartition> fromBeginning = partitions.stream()
                .filter(each -> each.isNew)
                .map(each -> each.id)
                .collect(Collectors.toSet());
        Set<TopicPartition> asSet = partitions.stream()
                .filter(each -> !each.isNew)
                .map(each -> each.id)
                .collect(Collectors.toSet());
        Map<TopicPartition, Long> offsets = new HashMap<>();
        if (!fromBeginning.isEmpty()) {
            offsets.putAll(beginnings(fromBeginning));
        }
        if (!asSet.isEmpty()) {
            offsets.putAll(
                    switch (start.kind()) {
                        case EARLIEST -> beginnings(asSet);
                        case LATEST -> ends(asSet);
                        case TIMESTAMP -> at(asSet);
                        case COMMITTED -> committed(asSet);
                    });
        }
        return offsets;
    }

    Map<TopicPartition, Long> beginnings(Collection<TopicPartition> partitions) {
        return consumer.beginningOffsets(partitions, REQUEST);
    }

    Map<TopicPartition, Long> ends(Collection<TopicPartition> partitions) {
        return consumer.endOffsets(partitions, REQUEST);
    }

    private Map<TopicPartition, Long> at(Set<TopicPartition> partitions) {
        Map<TopicPartition, Long> wanted =
                partitions.stream().collect(Collectors.toMap(each -> each, each -> start.millis()));
        Map<TopicPartition, OffsetAndTimestamp> found = consumer.offsetsForTimes(wanted, REQUEST);
        Map<TopicPartition, Long> offsets = new HashMap<>(ends(partitions));
        found.forEach((partition, offset) -> {
            if (offset != null) {
                offsets.put(partition, offset.offset());
            }
        });
        return offsets;
    }

    private Map<TopicPartition, Long> committed(Set<TopicPartition> partitions) {
        Map<TopicPartition, Long> offsets = new HashMap<>(beginnings(partitions));
        Map<TopicPartition, OffsetAndMetadata> found = consumer.committed(partitions, REQUEST);
        found.forEach((partition, offset) -> {
            if (offset != null) {
                offsets.put(partition, offset.offset());
            }
        });
        return offsets;
    }
}
