// SPDX-License-Identifier: Apache-2.0
/**
 * REST of controllers and supervisors, on the server of {@link io.millrace.http} and a client on top of the JDK's:
 * routes, JSON errors with a reason, and a token for changes. Handlers run on the daemon's threads; any thread may use
 * the client.
 */
package io.millrace.cluster.http;
