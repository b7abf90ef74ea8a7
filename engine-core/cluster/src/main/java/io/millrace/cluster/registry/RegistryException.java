// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.registry;

/** The registry did not do what was requested. The message is one line. */
public class RegistryException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public enum Kind {
        /** Another process changed the node first: read and decide again. */
        CONFLICT,
        EXISTS,
        NOT_FOUND,
        /** ZooKeeper denies this process access: another user or password created the node. */
        DENIED,
        /** ZooKeeper does not answer. */
        UNAVAILABLE
    }

    private final Kind kind;

    public RegistryException(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }
}
