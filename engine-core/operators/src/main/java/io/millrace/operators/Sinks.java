// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators;

import io.millrace.api.Bolt;
import io.millrace.operators.format.WriteFormat;
import java.util.Map;

/**
 * Makes the sinks of the connectors, each by one line. The connector's module must be in the topology's jar, or beside
 * it. Other settings need the connector's own class, which makes the same sink.
 */
public final class Sinks {

    private Sinks() {}

    /**
     * Writes each input as a line into files of a directory, its values separated by tabs. With snapshots a file is
     * visible when its lines are final. Module {@code millrace-connector-files}, class {@code FileSink}.
     *
     * @param directory an existing directory that all nodes of the topology reach
     */
    public static Bolt files(String directory) {
        return files(directory, null);
    }

    /**
     * Writes files as {@link #files(String)} does, with lines in another format.
     *
     * @param format the format, which must write no line break
     */
    public static Bolt files(String directory, WriteFormat format) {
        return ConnectorProvider.of("files").sink(Map.of("directory", directory), format);
    }

    /**
     * Writes each input as a record without key. With exactly-once each record is visible once to readers of committed
     * records. Module {@code millrace-connector-kafka}, class {@code KafkaSink}.
     *
     * @param servers the servers, host:port, separated by commas
     */
    public static Bolt kafka(String servers, String topic, WriteFormat format) {
        return ConnectorProvider.of("kafka").sink(Map.of("servers", servers, "topic", topic), format);
    }

    /**
     * Runs a statement for each input. Module {@code millrace-connector-jdbc}, class {@code JdbcSink}.
     *
     * @param url the URL of the database, as its driver takes it; the driver must be in the topology's jar, or beside
     *     it
     * @param sql the statement, with a parameter {@code :field} for each value, such as {@code merge into counts values
     *     (:word, :count)}; it should have the same effect when it is repeated
     */
    public static Bolt jdbc(String url, String sql) {
        return ConnectorProvider.of("jdbc").sink(Map.of("url", url, "sql", sql), null);
    }

    /**
     * Posts each input to a service. Module {@code millrace-connector-http}, class {@code HttpSink}.
     *
     * @param url the URL of the service, http or https
     */
    public static Bolt http(String url, WriteFormat format) {
        return ConnectorProvider.of("http").sink(Map.of("url", url), format);
    }
}
