// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

import io.millrace.api.config.ErrorPolicy;
import io.millrace.api.error.Foreign;
import io.millrace.api.error.TopologyException;

/** An error of a component after which its worker does not go on, with the component's name. Any thread may read it. */
public final class TaskFailure extends TopologyException {

    private static final long serialVersionUID = 1L;

    private final ErrorPolicy policy;

    private TaskFailure(String message, Throwable cause, ErrorPolicy policy) {
        super(message, cause);
        this.policy = policy;
    }

    /** Returns a failure that does not belong to a component, and ends the topology. */
    public static TaskFailure ofTopology(String reason) {
        return new TaskFailure(reason, null, ErrorPolicy.KILL_TOPOLOGY);
    }

    /** Returns the failure that the component's policy makes of an error that other policies would survive. */
    static TaskFailure byPolicy(ErrorPolicy policy, Task task, String where, Throwable error) {
        return of(policy, task, where, error);
    }

    /** Returns the failure of the worker; the error itself if there is no memory left to name the component. */
    static Throwable fatal(Task task, String where, Throwable error) {
        try {
            return of(ErrorPolicy.FAIL_TUPLE, task, where, error);
        } catch (OutOfMemoryError e) {
            return error;
        }
    }

    private static TaskFailure of(ErrorPolicy policy, Task task, String where, Throwable error) {
        String message = task + ": " + Foreign.text(error) + " in " + where;
        return new TaskFailure(message, Foreign.readable(error), policy);
    }

    /** Returns whether the process cannot be trusted after this error; see {@link Foreign#isFatal}. */
    public static boolean isFatal(Throwable error) {
        return Foreign.isFatal(error);
    }

    /**
     * Returns the policy of the component by which the worker fails; {@link ErrorPolicy#FAIL_TUPLE} if the error is
     * fatal under any policy.
     */
    public ErrorPolicy policy() {
        return policy;
    }
}
