// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.model;

/**
 * One topology that shares the nodes.
 *
 * @param workers the most worker processes that it may have, 1 to {@value #MOST_WORKERS}
 */
public record TopologySpec(String id, int workers) {
    public static final int MOST_WORKERS = 1_000_000;

    public TopologySpec {
        Bounds.name("topology", id);
        Bounds.check("topology " + ErrorText.quote(id), "workers", workers, 1, MOST_WORKERS);
    }
}
