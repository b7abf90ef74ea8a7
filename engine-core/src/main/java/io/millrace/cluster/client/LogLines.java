package io.millrace.cluster.client;

import java.util.List;

/** The end of one worker's log. */
public record LogLines(String worker, String node, List<String> lines) {}
