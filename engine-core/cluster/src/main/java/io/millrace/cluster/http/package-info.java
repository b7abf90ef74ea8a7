// SPDX-License-Identifier: Apache-2.0
/**
 * A small HTTP server on top of Netty's codec and a client on top of the JDK's, for controllers and supervisors:
 * bounded requests, JSON errors with a reason, and a token for changes. Handlers run on the server's threads; any
 * thread may use the client.
 */
package io.millrace.cluster.http;
