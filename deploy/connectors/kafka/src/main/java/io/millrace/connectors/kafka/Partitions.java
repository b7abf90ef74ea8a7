// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.kafka;

import io.millrace.connectors.kafka.Topics.Listing;
import io.millrace.connectors.kafka.Topics.Topic;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;

/** The partitions that a task reads, as the listings of topics say. Belongs to the thread that fetches. */
final class Partitions {

    /** What a listing has changed. */
    record Change(List<Partition> gone, List<Partition> madeAnew) {

        boolean isNone() {
            return gone.isEmpty() && madeAnew.isEmpty();
        }
    }

    static final class Partition {

        final TopicPartition id;
        String topicId;

        /** The offset of the next record to fetch, or {@link Position#UNRESOLVED}. */
        long offset;

        /** Whether it came after the source had begun, so that it is read from its beginning. */
        boolean isNew;

        boolean present;
        boolean assigned;

        private Partition(TopicPartition id, String topicId, long offset) {
            this.id = id;
            this.topicId = topicId;
            this.offset = offset;
        }
    }

    private final Predicate<TopicPartition> mine;
    private final Set<TopicPartition> restored;
    private final boolean allTopics;
    private final Map<TopicPartition, Partition> partitions = new LinkedHashMap<>();

    /** Numbers of partitions by topic, 0 for one that did not exist. */
    private final Map<String, Integer> seen = new HashMap<>();

    private boolean listed;

    /**
     * @param restored of all tasks
     * @param allTopics whether a topic that is not listed does not exist, as topics are selected by a pattern
     */
    Partitions(Predicate<TopicPartition> mine, Collection<Position> restored, boolean allTopics) {
        this.mine = mine;
        this.allTopics = allTopics;
        this.restored = restored.stream().map(Position::partition).collect(Collectors.toSet());
        for (Position each : restored) {
            if (mine.test(each.partition())) {
                partitions.put(each.partition(), new Partition(each.partition(), each.topicId(), each.offset()));
            }
        }
    }

    /** @param names of topics that are asked for, if they are not selected by a pattern */
    Change update(Listing listing, List<String> names) {
        Set<TopicPartition> found = new HashSet<>();
        List<Partition> madeAnew = new ArrayList<>();
        listing.topics().forEach((name, topic) -> {
            for (int i = 0; i < topic.partitions(); i++) {
                TopicPartition id = new TopicPartition(name, i);
                if (mine.test(id)) {
                    found.add(id);
                    if (isMadeAnew(id, topic)) {
                        madeAnew.add(partitions.get(id));
                    }
                    found(id, topic);
                }
            }
        });
        List<Partition> gone = partitions.values().stream()
                .filter(each -> each.present && !found.contains(each.id) && isKnown(listing, each.id.topic()))
                .toList();
        gone.forEach(each -> {
            each.present = false;
            each.assigned = false;
        });
        names.stream().filter(name -> isKnown(listing, name)).forEach(name -> seen.put(name, 0));
        listing.topics().forEach((name, topic) -> seen.put(name, topic.partitions()));
        listed |= listing.errors().isEmpty();
        return new Change(gone, madeAnew);
    }

    private static boolean isKnown(Listing listing, String topic) {
        return !listing.errors().containsKey(topic) && !listing.errors().containsKey("");
    }

    private boolean isMadeAnew(TopicPartition id, Topic topic) {
        Partition known = partitions.get(id);
        return known != null
                && known.offset != Position.UNRESOLVED
                && !known.topicId.isEmpty()
                && !topic.id().isEmpty()
                && !known.topicId.equals(topic.id());
    }

    private void found(TopicPartition id, Topic topic) {
        Partition partition = partitions.get(id);
        if (partition == null) {
            partition = new Partition(id, topic.id(), Position.UNRESOLVED);
            partition.isNew = isNew(id);
            partitions.put(id, partition);
        }
        partition.topicId = topic.id();
        partition.present = true;
    }

    private boolean isNew(TopicPartition id) {
        if (!restored.isEmpty()) {
            return !restored.contains(id);
        }
        Integer before = seen.get(id.topic());
        return before == null ? allTopics && listed : id.partition() >= before;
    }

    Partition get(TopicPartition id) {
        return partitions.get(id);
    }

    List<Partition> waiting() {
        return partitions.values().stream()
                .filter(each -> each.present && !each.assigned)
                .toList();
    }

    List<TopicPartition> assigned() {
        return partitions.values().stream()
                .filter(each -> each.assigned)
                .map(each -> each.id)
                .toList();
    }

    Set<TopicPartition> present() {
        return partitions.values().stream()
                .filter(each -> each.present)
                .map(each -> each.id)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    Set<TopicPartition> undecided() {
        return partitions.values().stream()
                .filter(each -> each.present && !each.isNew && each.offset == Position.UNRESOLVED)
                .map(each -> each.id)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }
}
