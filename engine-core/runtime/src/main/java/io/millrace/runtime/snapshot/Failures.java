// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot;

/** Counts the snapshots that have failed in a row. Used by the coordinator. */
final class Failures {

    private final SnapshotSettings settings;
    private int inRow;
    private String last = "";

    Failures(SnapshotSettings settings) {
        this.settings = settings;
    }

    void none() {
        inRow = 0;
        last = "";
    }

    void add(long snapshotId, String reason) {
        inRow++;
        last = "snapshot " + snapshotId + " has failed: " + reason;
    }

    /** Returns whether there are more than are tolerated. */
    boolean tooMany() {
        return settings.toleratedFailures() >= 0 && inRow > settings.toleratedFailures();
    }

    /** Returns whether there are so many that the topology is to end. */
    boolean endTopology() {
        return tooMany() && settings.stopOnFailure();
    }

    String last() {
        return last;
    }

    @Override
    public String toString() {
        return tooMany() ? inRow + " snapshots have failed in a row; " + last : last;
    }
}
