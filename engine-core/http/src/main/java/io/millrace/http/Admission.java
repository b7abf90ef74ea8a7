// SPDX-License-Identifier: Apache-2.0
package io.millrace.http;

import java.io.InputStream;

/** What happens to a request, as its header alone tells. */
public sealed interface Admission {

    /** The request is answered now. Its body is discarded, and if it has one, the connection ends. */
    record Answered(HttpReply reply) implements Admission {}

    /** The body is taken. */
    sealed interface Taken extends Admission {

        /** Returns the length of the longest body. */
        long mostBytes();
    }

    /** The handler gets the body when it is complete. It is in one array, so it has at most 2 GiB. */
    record Whole(long mostBytes, WholeHandler handler) implements Taken {

        public Whole {
            if (mostBytes > Integer.MAX_VALUE) {
                throw new IllegalArgumentException(
                        "mostBytes is " + mostBytes + ", and an array has at most " + Integer.MAX_VALUE);
            }
        }
    }

    /** The handler gets the body while it arrives. */
    record Streamed(long mostBytes, StreamHandler handler) implements Taken {}

    /** Takes a body, and answers now or later. The server's thread calls. */
    @FunctionalInterface
    interface WholeHandler {

        /** @param body the array is the handler's */
        void handle(byte[] body, Answer answer);
    }

    /** Takes a body, and answers now or later. The server's thread calls. */
    @FunctionalInterface
    interface StreamHandler {

        /** @param body for another thread, as reading blocks; it fails if the client breaks off or is too slow */
        void handle(InputStream body, Answer answer);
    }
}
