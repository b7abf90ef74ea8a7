package io.millrace.cluster.controller.metrics;

import java.util.List;
import java.util.Set;

/**
 * What supervisors have reported within a short time.
 *
 * @param unanswered nodes whose supervisors had not answered by then
 */
public record PromptReports(List<NodeReport> reports, Set<String> unanswered) {}
