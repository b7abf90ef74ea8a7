// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.stages;

/** Where the tasks run. */
enum Place {
    ONE_WORKER("1N1W", 1),
    TWO_WORKERS("1N2W", 2),
    /** Two emulated hosts, one worker on each. */
    TWO_HOSTS("2N2W", 2);

    /** Nodes and workers, as in the paper on TurboStream. */
    final String label;

    final int workers;

    Place(String label, int workers) {
        this.label = label;
        this.workers = workers;
    }

    static Place of(String label) {
        for (Place place : values()) {
            if (place.label.equals(label)) {
                return place;
            }
        }
        throw new IllegalArgumentException(label);
    }
}
