// SPDX-License-Identifier: Apache-2.0
/**
 * A small HTTP server on top of Netty's codec: connections within bounds, bodies as a whole or as a stream, replies
 * from any thread and at any time. Whoever starts an {@link io.millrace.http.HttpServer} brings an
 * {@link io.millrace.http.HttpHandler}, which knows what is served.
 *
 * <p>A server has one thread, the event loop. It calls handlers, which must not block, and everything else here except
 * {@link io.millrace.http.Answer} and the reading side of streamed bodies, which any thread may use.
 */
package io.millrace.http;
