// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.ledger;

/** Receives the end of each tree: exactly one call per tree, from within the ledger's methods. */
public interface TreeListener {

    /** The reason why a tree failed. */
    enum Cause {
        /** A tuple of the tree was failed. */
        FAILED,
        TIMED_OUT,
        /** A worker that may have held a part of the tree has died. */
        LOST,
        /** The spout task is closed. */
        CLOSED
    }

    /** Every tuple of the tree was acked. */
    void acked(Object messageId);

    /** A tuple of the tree was failed, or the tree timed out or may have lost a part. */
    void failed(Object messageId, Cause cause);
}
