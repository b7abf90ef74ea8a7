// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.model;

import java.util.List;

/**
 * Lines of one worker's log.
 *
 * @param position the position in the log at which they end, across rotations: for the request of the lines that follow
 */
public record LogLines(String worker, String node, List<String> lines, String position) {}
