// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.kafka;

import io.millrace.api.Tuple;
import io.millrace.operators.format.WriteFormat;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;

/**
 * Makes a record of an input. Immutable.
 *
 * @param keyField null for records without a key
 * @param partitionField null if the producer chooses the partition
 */
record RecordFormat(WriteFormat values, String keyField, String partitionField) implements Serializable {

    /**
     * @param partitions of the topic
     * @param mostBytes of a record
     * @throws IllegalArgumentException if the record could never be written
     */
    OutRecord record(Tuple input, int partitions, long mostBytes) {
        byte[] value = values.write(input);
        if (value == null) {
            throw new IllegalArgumentException(
                    "the value of a tuple of " + input.sourceComponent() + " is null: let the format return an array");
        }
        Integer partition = partitionField == null ? null : input.getInt(partitionField);
        if (partition != null && (partition < 0 || partition >= partitions)) {
            throw new IllegalArgumentException("field " + partitionField + " of a tuple of " + input.sourceComponent()
                    + " is " + partition + ", and the topic has the partitions 0 to " + (partitions - 1));
        }
        OutRecord record = new OutRecord(partition, keyField == null ? null : bytes(input.get(keyField)), value);
        if (record.bytes() > mostBytes) {
            throw new IllegalArgumentException("the record of a tuple of " + input.sourceComponent() + " has "
                    + record.bytes() + " bytes, and max.request.size is " + mostBytes
                    + ": raise this property, and max.message.bytes of the topic");
        }
        return record;
    }

    private static byte[] bytes(Object key) {
        if (key == null || key instanceof byte[]) {
            return (byte[]) key;
        }
        return key.toString().getBytes(StandardCharsets.UTF_8);
    }
}
