package io.millrace.scheduler.model;

/** What this module throws at its callers; the message is one line that names the culprit and the remedy. */
public abstract sealed class SchedulingException extends RuntimeException
        permits InvalidProblemException, InfeasibleProblemException {
    private static final long serialVersionUID = 1L;

    SchedulingException(String message) {
        super(message);
    }

    SchedulingException(String message, Throwable cause) {
        super(message, cause);
    }
}
