package io.millrace.runtime.worker;

import io.millrace.api.LinkCounts;
import io.millrace.api.TaskMetrics;
import java.util.List;

/**
 * The metrics of one worker at one time, as read from its metrics file.
 *
 * @param endToEnd an encoded HdrHistogram of nanoseconds, so that those of several workers can be added
 */
public record WorkerSnapshot(String worker, long epoch, List<TaskMetrics> tasks, LinkCounts links, byte[] endToEnd) {}
