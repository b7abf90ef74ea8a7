// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.paper;

/** @param nodes over which the workers are spread equally */
record Place(int nodes, int workers) {

    static final Place ONE_WORKER = new Place(1, 1);
    static final Place TWO_WORKERS = new Place(1, 2);
    static final Place FOUR_WORKERS = new Place(1, 4);
    static final Place TWO_NODES = new Place(2, 2);

    /** Nodes and workers, as the paper on TurboStream writes them. */
    String label() {
        return nodes + "N" + workers + "W";
    }

    /** Whether it is on this machine without emulated hosts. */
    boolean isHere() {
        return nodes == 1;
    }
}
