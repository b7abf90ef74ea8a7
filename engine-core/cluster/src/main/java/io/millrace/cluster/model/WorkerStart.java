// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.model;

/** The node and the epoch of a worker's last start. */
public record WorkerStart(String node, long epoch) {}
