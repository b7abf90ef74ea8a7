// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.model;

/**
 * A problem, assignment or algorithm name that is malformed. It contradicts its format, whatever the cluster is like.
 */
public final class InvalidProblemException extends SchedulingException {
    private static final long serialVersionUID = 1L;

    public InvalidProblemException(String message) {
        super(message);
    }

    public InvalidProblemException(String message, Throwable cause) {
        super(message, cause);
    }
}
