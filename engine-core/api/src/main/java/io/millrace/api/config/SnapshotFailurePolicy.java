package io.millrace.api.config;

/** What happens when more snapshots have failed in a row than are tolerated. */
public enum SnapshotFailurePolicy {
    /** The topology goes on, and says that its snapshots fail. After a death it goes back to the last one that was committed. */
    CONTINUE,
    /** The topology ends as failed, with the reason of the last failure. */
    STOP
}
