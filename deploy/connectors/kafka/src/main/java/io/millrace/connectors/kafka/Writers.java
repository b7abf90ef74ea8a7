// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.kafka;

import java.util.List;

/**
 * Opens transactions. Called by the task's thread, except for {@link Writer#write}; all methods may block, within a bound, and throw a
 * {@link io.millrace.api.error.TopologyException}.
 */
interface Writers {

    /**
     * Takes over a transactional id: whoever has had it before cannot write under it any more, and what it has not
     * committed is aborted.
     */
    Writer open(String id);

    /** The owner of a transactional id, until another one takes over. */
    interface Writer extends AutoCloseable {

        /** Returns the last marker that was committed under this id; null if there is none. */
        Marker marker();

        /**
         * Writes the records of all intervals, and the marker, in one transaction. If this throws, they may have been
         * written nevertheless.
         */
        void write(List<Interval> intervals, Marker marker);

        @Override
        void close();
    }
}
