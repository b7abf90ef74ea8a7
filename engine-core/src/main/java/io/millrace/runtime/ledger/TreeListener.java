package io.millrace.runtime.ledger;

/** Is told how each tree ended: exactly one call per tree, from within the ledger's methods. */
public interface TreeListener {

    /** Every tuple of the tree was acked. */
    void acked(Object messageId);

    /** A tuple of the tree was failed, or the tree timed out or may have lost a part. */
    void failed(Object messageId);
}
