// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.agent;

import io.millrace.runtime.snapshot.SnapshotHistory;

/**
 * The history of a topology's snapshots, which other processes see. Confined to the thread of the coordinator's host.
 */
final class PublishedHistory {

    private final SnapshotHistory history;
    private final Runnable publishing;

    /** The number of the changes of the history that were published. */
    private long published;

    /** @param publishing action that shows the history to other processes; may block */
    PublishedHistory(SnapshotHistory history, Runnable publishing) {
        this.history = history;
        this.publishing = publishing;
    }

    SnapshotHistory history() {
        return history;
    }

    /** Publishes changes of the history. Called each turn. */
    void publish(Background background) {
        long changes = history.changes();
        if (changes != published) {
            published = changes;
            background.run(publishing);
        }
    }
}
