package io.millrace.runtime.ledger;

/** Is told how each tree ended: exactly one call per tree, from within the ledger's methods. */
public interface TreeListener {

    /** Why a tree failed. */
    enum Cause {
        /** A tuple of it was failed. */
        FAILED,
        TIMED_OUT,
        /** A worker that may have held a part of it has died. */
        LOST,
        /** The spout task is closed. */
        CLOSED
    }

    /** Every tuple of the tree was acked. */
    void acked(Object messageId);

    /** A tuple of the tree was failed, or the tree timed out or may have lost a part. */
    void failed(Object messageId, Cause cause);
}
