// SPDX-License-Identifier: Apache-2.0
package io.millrace.http;

import io.netty.handler.codec.http.HttpRequest;
import java.net.InetAddress;

/** What an {@link HttpServer} asks about its requests. The server's thread calls, so no method may block. */
public interface HttpHandler {

    /**
     * Decides about a request before its body is read.
     *
     * @param header the header, which is well-formed: the end of the body is known, and there is one Host
     * @param encrypted whether the client encrypts
     */
    Admission begin(HttpRequest header, boolean encrypted);

    /**
     * Returns the reply to a request that the server refuses.
     *
     * @param detail one line that names the value and the bound; it may have words of the client
     */
    HttpReply refused(Fault fault, String detail);

    /** A connection of this client was closed, as otherwise the bound would be exceeded. */
    void evicted(Bound bound, InetAddress client);
}
