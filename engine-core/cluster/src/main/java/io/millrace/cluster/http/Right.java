package io.millrace.cluster.http;

/** What a client of a route must prove; {@link RestAccess} knows the secrets. */
public enum Right {
    /** Nothing: whether a daemon is up, and what its interface looks like. */
    NONE,
    /** Nothing, or one of the tokens if {@code rest.read.protected} says so. */
    READ,
    /** The token of changes, or that of asks. */
    ASK,
    /** The token of changes. */
    CHANGE,
    /** That it is a node of this cluster, or the token of changes. */
    NODE;

    /** Whether a request needs a secret whatever the settings are. */
    boolean always() {
        return this != NONE && this != READ;
    }
}
