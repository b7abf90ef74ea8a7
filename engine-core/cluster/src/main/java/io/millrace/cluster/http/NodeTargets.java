// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.http;

/**
 * Makes the clients by which nodes of a cluster ask each other. Immutable.
 *
 * @param secret the secret of the cluster's nodes, which is sent with each request
 */
public record NodeTargets(HttpWire wire, String secret) {

    public HttpTarget of(String host, int port) {
        return HttpTarget.ofNode(wire, host, port, secret);
    }

    @Override
    public String toString() {
        return "NodeTargets";
    }
}
