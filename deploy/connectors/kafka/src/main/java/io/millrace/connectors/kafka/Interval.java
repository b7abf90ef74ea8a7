// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.kafka;

import java.util.List;

/**
 * What a task has been given between two snapshots, as the later one contains it.
 *
 * @param writer the transactional id of the task that has prepared it. It is a part of it, so that it is written under
 *     this id, also if topology, component or number of tasks are others by then
 * @param id random, so that no other interval has it
 * @param blocks of encoded records, see {@link RecordBuffer}
 */
record Interval(String writer, long id, List<byte[]> blocks) {

    private static final int VALUES = 3;

    long bytes() {
        return blocks.stream().mapToLong(block -> block.length).sum();
    }

    Object encode() {
        return List.of(writer, id, blocks);
    }

    static Interval decode(Object handle) {
        if (!(handle instanceof List<?> values) || values.size() != VALUES) {
            throw new IllegalArgumentException("a prepared interval has no " + VALUES + " values: " + handle);
        }
        // Savepoints of earlier versions have one array
        List<?> blocks = values.get(2) instanceof List<?> list ? list : List.of(values.get(2));
        return new Interval(
                (String) values.get(0),
                ((Number) values.get(1)).longValue(),
                blocks.stream().map(byte[].class::cast).toList());
    }
}
