package io.millrace.runtime.snapshot.agent;

import io.millrace.runtime.snapshot.Pointer;
import java.io.IOException;

/** Where the pointer of a topology is. Methods block. */
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
     * @throws IOException if it cannot be reached
     */
    Seen read() throws IOException;

    /**
     * Replaces the pointer of this version.
     *
     * @return the version that it has now
     * @throws ReplacedException if it has another version
     * @throws IOException if it is not known whether it was or will be replaced
     */
    long set(long version, Pointer next) throws IOException, ReplacedException;
}
