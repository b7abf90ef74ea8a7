package io.millrace.transport.geo;

import java.nio.ByteBuffer;

/**
 * One way to the other site, which keeps the order of what it carries and may lose all that is under way when it breaks.
 * The sender's thread calls.
 */
public interface GeoRoute {

    /** What operators read; empty if it leads nowhere yet, as there is no relay for it. It is not shown then. */
    String name();

    /** Whether it leads by a relay, which may cost money while it is used. */
    default boolean isRelayed() {
        return false;
    }

    /** Whether messages can leave now, as far as this end knows. */
    boolean isUp();

    /** Another route is wanted: one that is made on demand is made now. Called often. */
    default void prepare() {}

    /**
     * Copies a batch.
     *
     * @return false if there is no room now
     */
    boolean offer(ByteBuffer batch, int offset, int length);
}
