// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.model;

import java.util.concurrent.ThreadLocalRandom;

/**
 * A cluster's identity.
 *
 * @param id the id, which names the cluster's directory in shared memory, and keeps processes of different clusters
 *     apart
 * @param layout the version of the data in ZooKeeper
 */
public record ClusterRecord(String id, int layout) {

    public static final int LAYOUT = 3;

    /** Returns an id that no other cluster has. */
    public static String newId() {
        return Long.toString(System.currentTimeMillis(), 36)
                + Integer.toString(ThreadLocalRandom.current().nextInt(1 << 20, 1 << 24), 36);
    }
}
