// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller.metrics;

import io.millrace.cluster.model.WorkerReport;

/** A supervisor's report of one worker, and its node. */
public record NodeReport(String node, WorkerReport worker) {}
