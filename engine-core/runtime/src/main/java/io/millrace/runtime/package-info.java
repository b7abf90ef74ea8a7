// SPDX-License-Identifier: Apache-2.0
/**
 * Runs the tasks of one worker: executors, tasks, routing, links, the tuple codec, the ack ledger and metrics. It knows
 * nothing of ZooKeeper, processes or commands: {@code io.millrace.cluster} tells a worker what to run and who its peers
 * are.
 */
package io.millrace.runtime;
