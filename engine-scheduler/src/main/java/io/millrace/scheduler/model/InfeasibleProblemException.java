// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.model;

/** A well-formed problem that has no valid assignment, or none that the algorithm could find. */
public final class InfeasibleProblemException extends SchedulingException {
    private static final long serialVersionUID = 1L;

    public InfeasibleProblemException(String message) {
        super(message);
    }
}
