package io.millrace.operators;

import io.millrace.api.Bolt;
import io.millrace.operators.format.WriteFormat;
import java.util.Map;

/**
 * Makes the sinks of the connectors, by one line each. The connector's module must be in the topology's jar, or beside it. What can be set besides is with
 * the connector's own class, which makes the same sink.
 */
public final class Sinks {

    private Sinks() {}

    /**
     * Writes each input as a line into files of a directory, its values separated by tabs. With snapshots a file is visible when its lines are final.
     * Module {@code millrace-connector-files}, class {@code FileSink}.
     *
     * @param directory must exist, and be reached from all nodes of the topology
     */
    public static Bolt files(String directory) {
        return files(directory, null);
    }

    /**
     * Same as {@link #files(String)}, with lines in another format.
     *
     * @param format must write no line break
     */
    public static Bolt files(String directory, WriteFormat format) {
        return ConnectorProvider.of("files").sink(Map.of("directory", directory), format);
    }

    /**
     * Writes each input as a record without key. With exactly-once each is visible once to those who read what is committed. Module {@code
     * millrace-connector-kafka}, class {@code KafkaSink}.
     *
     * @param servers host:port, separated by commas
     */
    public static Bolt kafka(String servers, String topic, WriteFormat format) {
        return ConnectorProvider.of("kafka").sink(Map.of("servers", servers, "topic", topic), format);
    }

    /**
     * Runs a statement for each input. Module {@code millrace-connector-jdbc}, class {@code JdbcSink}.
     *
     * @param url of the database, as its driver takes it; the driver must be in the topology's jar, or beside it
     * @param sql with a parameter {@code :field} for each value, such as {@code merge into counts values (:word, :count)}; it should have the same effect when
     *     it is repeated
     */
    public static Bolt jdbc(String url, String sql) {
        return ConnectorProvider.of("jdbc").sink(Map.of("url", url, "sql", sql), null);
    }

    /**
     * Posts each input to a service. Module {@code millrace-connector-http}, class {@code HttpSink}.
     *
     * @param url http or https
     */
    public static Bolt http(String url, WriteFormat format) {
        return ConnectorProvider.of("http").sink(Map.of("url", url), format);
    }
}
