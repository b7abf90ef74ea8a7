// SPDX-License-Identifier: Apache-2.0
package io.millrace.http;

import io.netty.handler.codec.http.HttpHeaders;

/**
 * A reply to one request.
 *
 * @param headers the headers, to which the server adds those of the connection and of the length
 */
public record HttpReply(int status, HttpHeaders headers, ReplyBody body) implements AutoCloseable {

    @Override
    public void close() {
        body.close();
    }
}
