package io.millrace.cluster.registry;

/** The registry did not do what was asked; the message is one line. */
public class RegistryException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Why not. */
    public enum Kind {
        /** Somebody else changed it first: read again and decide again. */
        CONFLICT,
        EXISTS,
        NOT_FOUND,
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
