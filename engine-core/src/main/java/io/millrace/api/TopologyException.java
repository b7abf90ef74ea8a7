package io.millrace.api;

/** Something is wrong with a topology or its submission; the message is one line: what, where, what to do. */
public class TopologyException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public TopologyException(String message) {
        super(message);
    }

    public TopologyException(String message, Throwable cause) {
        super(message, cause);
    }
}
