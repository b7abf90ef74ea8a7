package io.millrace.api.error;

/** A message that a format cannot read. Says in one line what is wrong with it, and where in it. */
public final class MalformedException extends Exception {

    private static final long serialVersionUID = 1L;

    public MalformedException(String message) {
        super(message);
    }

    public MalformedException(String message, Throwable cause) {
        super(message, cause);
    }
}
