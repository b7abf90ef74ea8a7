// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.http;

import io.millrace.api.Tuple;
import java.net.http.HttpRequest;

/** An input whose request is under way, or waits for its repetition. Used by the task's thread. */
final class Call {

    final Tuple input;
    final HttpRequest request;

    /** Requests that have failed. */
    int failures;

    /** When it is repeated, as the context's nanoTime; only while it waits. */
    long dueNanos;

    Call(Tuple input, HttpRequest request) {
        this.input = input;
        this.request = request;
    }

    /**
     * What became of a request.
     *
     * @param status 0 if there was no answer
     * @param retryAfterSeconds that the answer asks for; 0 if it does not
     * @param error null if there was an answer
     */
    record Result(Call call, int status, long retryAfterSeconds, Throwable error) {}
}
