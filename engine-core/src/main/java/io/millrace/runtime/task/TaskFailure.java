package io.millrace.runtime.task;

import io.millrace.api.config.ErrorPolicy;
import io.millrace.api.error.TopologyException;

/** An error of a component after which its worker does not go on, with the component's name; any thread may read it. */
public final class TaskFailure extends TopologyException {

    private static final long serialVersionUID = 1L;

    private final ErrorPolicy policy;

    private TaskFailure(String message, Throwable cause, ErrorPolicy policy) {
        super(message, cause);
        this.policy = policy;
    }

    /** What the policy of the component makes of an error that others would survive. */
    static TaskFailure byPolicy(ErrorPolicy policy, Task task, String where, Throwable error) {
        return new TaskFailure(describe(task, where, error), error, policy);
    }

    /** The error itself if there is no memory left to say where it came from. */
    static Throwable fatal(Task task, String where, Throwable error) {
        try {
            return new TaskFailure(describe(task, where, error), error, ErrorPolicy.FAIL_TUPLE);
        } catch (OutOfMemoryError e) {
            return error;
        }
    }

    private static String describe(Task task, String where, Throwable error) {
        return task + ": " + error + " in " + where;
    }

    /**
     * Whether the process cannot be trusted after this: the JVM is out of memory or broken, a class can never be used
     * again, or the thread was stopped. A stack that overflowed has been unwound: that is an error of the component.
     */
    public static boolean isFatal(Throwable error) {
        return error instanceof VirtualMachineError && !(error instanceof StackOverflowError)
                || error instanceof LinkageError
                // By name, as later releases of Java are to be without it
                || error.getClass().getName().equals("java.lang.ThreadDeath");
    }

    /** What the component's policy asks for; {@link ErrorPolicy#FAIL_TUPLE} if the error is fatal under any. */
    public ErrorPolicy policy() {
        return policy;
    }
}
