package io.millrace.scheduler.model;

/** A problem, assignment or algorithm name that is malformed: it contradicts its format, whatever the cluster looks like. */
public final class InvalidProblemException extends SchedulingException {
    private static final long serialVersionUID = 1L;

    public InvalidProblemException(String message) {
        super(message);
    }

    public InvalidProblemException(String message, Throwable cause) {
        super(message, cause);
    }
}
