// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.files.faults;

/** What a fault hits. */
enum Role {
    WORKER,
    /** The worker whose executor runs the coordinator of snapshots. */
    COORDINATOR,
    SUPERVISOR,
    /** The leading controller. */
    CONTROLLER,
    /** A supervisor with all of its workers, which come back when the tasks have moved. */
    NODE,
    ZOOKEEPER,
    /** Nothing dies, but tasks move, and become more or fewer; the next fault may come in the middle. */
    REBALANCE
}
