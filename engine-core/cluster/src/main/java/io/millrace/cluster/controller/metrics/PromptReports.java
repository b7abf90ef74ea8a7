// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller.metrics;

import java.util.List;
import java.util.Set;

/**
 * The reports of supervisors that have answered within a short time.
 *
 * @param unanswered the nodes whose supervisors had not answered by then
 */
public record PromptReports(List<NodeReport> reports, Set<String> unanswered) {}
