// SPDX-License-Identifier: Apache-2.0
/**
 * Topics of Kafka as the beginning and the end of a topology: {@link io.millrace.connectors.kafka.KafkaSource} emits
 * records and goes back to the offsets of a snapshot; {@link io.millrace.connectors.kafka.KafkaSink} writes records,
 * each visible once where that is asked for.
 *
 * <p>Sources, sinks and their tasks belong to the thread of their task. A source has one more thread, which owns its
 * consumer: {@code Fetcher} and what it uses belong to that one, and {@code FetchedQueue} stands between both. A
 * producer calls back on a thread of its own, which only adds to {@code Answers}.
 */
package io.millrace.connectors.kafka;
