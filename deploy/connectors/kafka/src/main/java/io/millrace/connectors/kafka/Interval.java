package io.millrace.connectors.kafka;

import java.util.List;

/**
 * What a task has been given between two snapshots, as the later one contains it.
 *
 * @param writer the transactional id of the task that has prepared it. It is a part of it, so that it is written under this id, also if topology,
 *     component or number of tasks are others by then
 * @param line see {@link Marker}
 * @param id random, so that no other interval has it
 */
record Interval(String writer, long line, long id, byte[] records) {

    private static final int VALUES = 4;

    Object encode() {
        return List.of(writer, line, id, records);
    }

    static Interval decode(Object handle) {
        if (!(handle instanceof List<?> values) || values.size() != VALUES) {
            throw new IllegalArgumentException("a prepared interval has no " + VALUES + " values: " + handle);
        }
        return new Interval(
                (String) values.get(0),
                ((Number) values.get(1)).longValue(),
                ((Number) values.get(2)).longValue(),
                (byte[]) values.get(3));
    }
}
