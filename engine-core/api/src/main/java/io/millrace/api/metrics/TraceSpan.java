// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.metrics;

import java.util.Map;

/**
 * One component of a trace, with the link to it. The first span of a trace is the spout's, which has no link.
 *
 * @param component the component; empty for the middle of a trace that is too long to be kept whole
 * @param task the task; 0 for the middle
 * @param worker the worker that runs the task; empty for the middle, or if it is not known
 * @param nanos the time of each {@link TracePart} that the span has, by name; an error of the clocks can make {@code
 *     WIRE} negative
 */
public record TraceSpan(String component, int task, String worker, Map<String, Long> nanos) {

    public long nanos(TracePart part) {
        return nanos.getOrDefault(part.name(), 0L);
    }

    /** Whether the span stands for several spans that were not kept. */
    public boolean isMiddle() {
        return task == 0;
    }
}
