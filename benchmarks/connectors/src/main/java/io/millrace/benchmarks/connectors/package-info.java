// SPDX-License-Identifier: Apache-2.0
/**
 * Connectors beside bare users of the same libraries. {@link io.millrace.benchmarks.connectors.ConnectorsBenchmark}
 * prepares what a cell needs, and starts one {@link io.millrace.benchmarks.connectors.ConnectorsMain} process after the
 * other, for each side in turn. That one runs a topology with the connector in this process, or a bare loop that does
 * the same durable work, and tells how many events it has read or made visible in which time.
 * {@link io.millrace.benchmarks.connectors.KafkaTopics} gives whole topologies a topic that is being written.
 */
package io.millrace.benchmarks.connectors;
