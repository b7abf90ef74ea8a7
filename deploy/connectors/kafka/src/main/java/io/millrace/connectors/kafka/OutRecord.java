// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.kafka;

import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * A record to write.
 *
 * @param partition null: the producer chooses it by the key, or if there is none, as it likes
 * @param key null if there is none
 */
record OutRecord(Integer partition, byte[] key, byte[] value) {

    /** What the protocol adds to a record at most, for the check of a size. */
    private static final int OVERHEAD = 128;

    /** Returns an upper bound of what the record has in a request. */
    long bytes() {
        return OVERHEAD + (key == null ? 0L : key.length) + value.length;
    }

    ProducerRecord<byte[], byte[]> to(String topic) {
        return new ProducerRecord<>(topic, partition, key, value);
    }
}
