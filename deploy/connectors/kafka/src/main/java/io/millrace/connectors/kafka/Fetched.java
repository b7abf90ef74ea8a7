// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.kafka;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** What the thread that fetches hands over to the task, in order. */
sealed interface Fetched {

    /** What it takes on the heap. */
    default long bytes() {
        return 0;
    }

    /**
     * A partition is read from here on.
     *
     * @param end where it ends now; -1 if that is of no interest
     */
    record Assigned(TopicPartition partition, String topicId, long offset, long end) implements Fetched {}

    /**
     * Records of one partition. Their keys and values lie in what the client has received, so that the task's thread
     * decodes them where they are.
     *
     * @param next the offset behind them, which is further than the last one's if others were skipped: they were
     *     aborted, or belong to the protocol
     * @param lag how many offsets were there behind them; -1 if that is not known
     */
    record Records(
            TopicPartition partition,
            List<ConsumerRecord<ByteBuffer, ByteBuffer>> records,
            long next,
            long lag,
            long bytes)
            implements Fetched {}

    /**
     * All partitions of this task that there are. Those of before that are not among them are gone.
     *
     * @param undecided those that the source begins to read where its settings say, and that were not assigned yet
     */
    record Present(Set<TopicPartition> partitions, Set<TopicPartition> undecided) implements Fetched {}

    /**
     * Something does not work.
     *
     * @param subject for which it is reported once, until it is {@link Solved}; empty if it is to be reported each time
     * @param counter that counts it
     */
    record Problem(String subject, String counter, long amount, RuntimeException error) implements Fetched {}

    /** It works again. */
    record Solved(String subject) implements Fetched {}
}
