// SPDX-License-Identifier: Apache-2.0
package io.millrace.http;

/** The way of one reply to its client. Any thread may use it. */
public interface Answer {

    /** Sends the reply. If nobody waits for it, or another one was sent before, it is only closed. */
    void send(HttpReply reply);

    /**
     * Runs an action when nobody waits for the reply any more, unless it was sent before. The server's thread runs it;
     * if the server has ended, the caller does.
     */
    void whenGone(Runnable action);
}
