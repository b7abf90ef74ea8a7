package io.millrace.cluster.model;

import java.util.List;

/**
 * Lines of one worker's log.
 *
 * @param position where they end in the log, across its rotations: for the request for what follows
 */
public record LogLines(String worker, String node, List<String> lines, String position) {}
