// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.model;

/** The errors of this module. The message is one line that names the cause and the remedy. */
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
