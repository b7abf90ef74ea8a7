// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.connectors;

/** What is measured: a connector, the direction, and the guarantee if there are several. */
enum Connector {
    FILES_SOURCE("files", "files source"),
    FILES_SINK("files", "files sink"),
    KAFKA_SOURCE("kafka", "kafka source"),
    KAFKA_SINK("kafka", "kafka sink exactly-once"),
    KAFKA_SENDING_SINK("kafka", "kafka sink at-least-once"),
    JDBC_SINK("jdbc", "jdbc sink");

    private final String part;
    private final String text;

    Connector(String part, String text) {
        this.part = part;
        this.text = text;
    }

    /** Returns the name that options use. */
    String part() {
        return part;
    }

    /**
     * Whether it waits for a server or database within its task's calls, so that its README lets it be declared
     * {@code blocking()}.
     */
    boolean waits() {
        return this == KAFKA_SINK || this == JDBC_SINK;
    }

    String text() {
        return text;
    }
}
