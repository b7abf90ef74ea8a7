// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.config;

/** The reaction when more snapshots have failed in a row than are tolerated. */
public enum SnapshotFailurePolicy {
    /**
     * The topology goes on, and reports that its snapshots fail. After a death it goes back to the last committed one.
     */
    CONTINUE,
    /** The topology ends as failed, with the reason of the last failure. */
    STOP
}
