package io.millrace.cluster.model;

import java.util.List;

/** The last lines of one worker's log. */
public record LogLines(String worker, String node, List<String> lines) {}
