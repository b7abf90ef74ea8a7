// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.connectors;

/**
 * What a process shall run.
 *
 * @param bare whether without Millrace
 * @param bytes of each message
 * @param messages that a source finds, which it reads again and again; not used for sinks
 * @param intervalMillis between two commits of a sink, and between two snapshots
 * @param warmUpMillis not recorded
 * @param millis recorded
 * @param place the directory of files, topic@servers, or the URL of a database
 * @param settings of the topology, key=value, separated by semicolons
 */
record Job(
        Connector connector,
        boolean bare,
        int bytes,
        long messages,
        int intervalMillis,
        int warmUpMillis,
        int millis,
        String place,
        String settings) {

    private static final int VALUES = 9;

    /** Encodes the job as the arguments of a command. */
    String[] encode() {
        return new String[] {
            connector.name(),
            Boolean.toString(bare),
            Integer.toString(bytes),
            Long.toString(messages),
            Integer.toString(intervalMillis),
            Integer.toString(warmUpMillis),
            Integer.toString(millis),
            place,
            settings
        };
    }

    static Job decode(String[] values) {
        if (values.length != VALUES) {
            throw new IllegalArgumentException("a job has " + VALUES + " values, not " + values.length);
        }
        return new Job(
                Connector.valueOf(values[0]),
                Boolean.parseBoolean(values[1]),
                Integer.parseInt(values[2]),
                Long.parseLong(values[3]),
                Integer.parseInt(values[4]),
                Integer.parseInt(values[5]),
                Integer.parseInt(values[6]),
                values[7],
                values[8]);
    }

    /** The name of its cell. */
    String cell() {
        return connector.text() + " " + (bytes >= 1_000 ? bytes / 1_000 + " KB" : bytes + " B");
    }

    /** What is before the @ of the place. */
    String topic() {
        return place.substring(0, place.indexOf('@'));
    }

    /** What is behind it. */
    String servers() {
        return place.substring(place.indexOf('@') + 1);
    }
}
