// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.model;

/**
 * What one task sends to another one.
 *
 * @param traffic messages per second over all streams, 0 to {@value #MOST_TRAFFIC}
 */
public record Edge(int from, int to, long traffic) {
    public static final long MOST_TRAFFIC = 1_000_000_000_000L;

    public Edge {
        Bounds.check("edge " + from + " -> " + to, "traffic", traffic, 0, MOST_TRAFFIC);
    }
}
