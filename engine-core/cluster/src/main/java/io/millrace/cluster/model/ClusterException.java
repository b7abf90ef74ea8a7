// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.model;

/** A cluster did not do what was requested. The message is one line: the thing, the place and the remedy. */
public class ClusterException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** The kind of the failure; it decides a command's exit code. */
    public enum Reason {
        /** The operation failed. */
        FAILED,
        /** The request itself is wrong. */
        REFUSED,
        /** There is no such topology, worker or file. */
        NOT_FOUND,
        /** No cluster answers. */
        NO_CLUSTER
    }

    private final Reason reason;

    public ClusterException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    public ClusterException(Reason reason, String message, Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}
