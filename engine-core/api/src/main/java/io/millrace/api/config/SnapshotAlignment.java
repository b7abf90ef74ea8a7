// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.config;

/**
 * Says whether tasks of an at-least-once topology wait for the barriers of all their sources, so that a snapshot
 * contains each input once.
 */
public enum SnapshotAlignment {
    /** Tasks wait if the topology has windows or joins, whose double counts would be wrong for good. */
    AUTO,
    /** Tasks wait, as with exactly-once. */
    ALWAYS,
    /** Tasks do not wait. After a death, states may contain inputs read after the snapshot, and get them again. */
    NEVER
}
