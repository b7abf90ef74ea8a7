// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.http;

/**
 * The body of a request that was taken.
 *
 * @param number of the request, from 1
 * @param answer is called once, by any thread: whether its messages were emitted
 */
record Posted(byte[] body, long number, Answer answer) {

    /** Answers the client. */
    @FunctionalInterface
    interface Answer {
        void emitted(boolean all);
    }
}
