// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.kafka;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.TopicPartition;

/**
 * How far a partition was read, as a snapshot has it.
 *
 * @param offset of the next record; {@link #UNRESOLVED} if the source has not found out yet where it begins
 * @param topicId of the topic that was read, as one that is made anew has the same name; empty if it is not known
 */
record Position(TopicPartition partition, long offset, String topicId) {

    static final long UNRESOLVED = -1;

    private static final int VALUES = 4;

    Object encode() {
        return List.of(partition.topic(), partition.partition(), offset, topicId);
    }

    /** @param snapshots of all tasks; null for one that has read nothing */
    static List<Position> decode(List<Object> snapshots) {
        List<Position> positions = new ArrayList<>();
        for (Object snapshot : snapshots) {
            if (snapshot != null) {
                ((List<?>) snapshot).forEach(each -> positions.add(decode(each)));
            }
        }
        return positions;
    }

    private static Position decode(Object value) {
        if (!(value instanceof List<?> values) || values.size() != VALUES) {
            throw new IllegalArgumentException("a position has no " + VALUES + " values: " + value);
        }
        return new Position(
                new TopicPartition((String) values.get(0), ((Number) values.get(1)).intValue()),
                ((Number) values.get(2)).longValue(),
                (String) values.get(3));
    }
}
