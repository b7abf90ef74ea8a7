// SPDX-License-Identifier: Apache-2.0
/**
 * HTTP at both ends of a topology: {@link io.millrace.connectors.http.HttpSource} emits what is posted to a port, for
 * tests and demonstrations; {@link io.millrace.connectors.http.HttpSink} sends a request for each tuple, many at a
 * time, and repeats those that fail.
 *
 * <p>An object belongs to one task. The listener of a source has one thread that reads and answers all connections; it
 * and the task share {@code PostedQueue} only. The client of a sink has threads that hand results over by a queue; all
 * else of a sink is done by the task's thread.
 */
package io.millrace.connectors.http;
