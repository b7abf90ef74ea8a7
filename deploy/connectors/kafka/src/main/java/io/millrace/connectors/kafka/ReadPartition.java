// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.kafka;

import org.apache.kafka.common.TopicPartition;

/** How far a task has emitted a partition. Belongs to the task's thread. */
final class ReadPartition {

    final TopicPartition id;

    /** The name that people read, as {@code views-3}. */
    final String name;

    /** The number among the partitions of the task. */
    final int number;

    private String topicId = "";
    private long position = Position.UNRESOLVED;
    private long end = -1;
    private long lag = -1;
    private boolean present;

    ReadPartition(TopicPartition id, int number) {
        this.id = id;
        this.name = id.toString();
        this.number = number;
    }

    void restore(Position from) {
        topicId = from.topicId();
        position = from.offset();
    }

    void assigned(Fetched.Assigned assigned) {
        if (end < 0 || !topicId.equals(assigned.topicId())) {
            end = assigned.end();
        }
        topicId = assigned.topicId();
        position = assigned.offset();
    }

    void present(boolean is) {
        present = is;
    }

    /** Whether the topic still has it. */
    boolean isPresent() {
        return present;
    }

    /** All records before this offset are emitted. */
    void moveTo(long offset) {
        position = end >= 0 ? Math.min(offset, Math.max(end, position)) : offset;
    }

    void lag(long behindTheNext) {
        lag = behindTheNext;
    }

    /** Returns how many offsets there are behind the position; 0 if that is not known. */
    long lag() {
        return Math.max(lag, 0);
    }

    /** Returns whether it has an end, and was read to it. */
    boolean isDone() {
        return end >= 0 && position >= end;
    }

    /** @param before a record that was not acked; {@link Long#MAX_VALUE} for none */
    Position snapshot(long before) {
        return new Position(id, Math.min(position, before), topicId);
    }
}
