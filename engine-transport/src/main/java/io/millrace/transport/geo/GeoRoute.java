// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo;

import java.nio.ByteBuffer;

/**
 * A route to the other site, which keeps the order of its batches and may lose all batches in flight when it breaks.
 * The sender's thread calls it.
 */
public interface GeoRoute {

    /**
     * The name that operators read; empty while the route leads nowhere, as there is no relay for it. Then it is not
     * shown.
     */
    String name();

    /** Whether the route leads by a relay, which may cost money while it is used. */
    default boolean isRelayed() {
        return false;
    }

    /** Whether batches can leave now, as far as this end knows. */
    boolean isUp();

    /** Makes the route now if it is made on demand: another route is wanted. Called often. */
    default void prepare() {}

    /**
     * Copies a batch.
     *
     * @return false if there is no room now
     */
    boolean offer(ByteBuffer batch, int offset, int length);
}
