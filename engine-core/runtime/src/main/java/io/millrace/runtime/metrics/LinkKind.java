// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.metrics;

/** The four kinds of link from a task to another one, nearest first. */
public enum LinkKind {
    /** The link leads to a task of the same executor. */
    DIRECT,
    /** The link leads to another executor of the same worker. */
    QUEUE,
    /** The link leads to another worker on the same node, by its ring. */
    RING,
    /** The link leads to another worker by a connection: to one on another node, or without rings to any. */
    NET;

    final int offset = ordinal() * Long.BYTES;

    /** Returns whether a tuple is encoded on its way. */
    public boolean isEncoded() {
        return this == RING || this == NET;
    }
}
