package io.millrace.api.config;

/** Whether tasks of an at-least-once topology wait for the barriers of all their sources, so that a snapshot contains each input once. */
public enum SnapshotAlignment {
    /** If the topology has windows or joins: what they have counted twice would be wrong for good. */
    AUTO,
    /** They wait, as with exactly-once. */
    ALWAYS,
    /** They do not wait. After a death, states may contain what was read after the snapshot, and get it again. */
    NEVER
}
