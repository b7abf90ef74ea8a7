// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.http;

/** The proof that a client of a route needs; {@link RestAccess} knows the secrets. */
public enum Right {
    /** No proof is needed: whether a daemon is up, and what its interface looks like. */
    NONE,
    /** No proof is needed, or one of the tokens if {@code rest.read.protected} is set. */
    READ,
    /** The token of changes or that of requests to functions is needed. */
    ASK,
    /** The token of changes is needed. */
    CHANGE,
    /** The proof of being a node of this cluster, or the token of changes, is needed. */
    NODE;

    /** Whether a request needs a secret whatever the settings are. */
    boolean always() {
        return this != NONE && this != READ;
    }
}
