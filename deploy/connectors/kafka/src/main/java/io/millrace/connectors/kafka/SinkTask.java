// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.kafka;

import io.millrace.api.CommittingBolt.Prepared;
import io.millrace.api.Tuple;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/** One task of a sink. Called by the task's thread. */
interface SinkTask {

    void write(Tuple input);

    void begun(long snapshotId);

    Object prepare(long snapshotId);

    CompletionStage<Void> beginCommit(long snapshotId);

    /** Waits for the end of the commit, and throws what it has thrown. */
    default void commit(long snapshotId) {
        try {
            beginCommit(snapshotId).toCompletableFuture().join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    void recover(long generation, List<Prepared> prepared);

    void close();
}
