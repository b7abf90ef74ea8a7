// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.agent;

import io.millrace.runtime.snapshot.Pointer;
import java.io.IOException;

/** The store of a topology's pointer. Methods block. */
public interface PointerStore {

    /** The pointer has another version than the caller has seen. */
    final class ReplacedException extends Exception {

        private static final long serialVersionUID = 1L;

        public ReplacedException(String message) {
            super(message);
        }
    }

    /** The pointer as it was read. */
    record Seen(Pointer pointer, long version) {}

    /**
     * Reads the pointer as it is after all writes that have returned so far.
     *
     * @throws IOException if the pointer cannot be reached
     */
    Seen read() throws IOException;

    /**
     * Replaces the pointer of this version.
     *
     * @return the new version of the pointer
     * @throws ReplacedException if the pointer has another version
     * @throws IOException if it is not known whether the pointer was or will be replaced
     */
    long set(long version, Pointer next) throws IOException, ReplacedException;
}
