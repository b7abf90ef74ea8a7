package io.millrace.runtime.task;

/**
 * Measures {@code execute} calls without the calls that are made within them, when an emission is handed over directly.
 * One per executor, on its thread. While one call is measured, so are all within it.
 */
public final class ExecuteTimer {

    private int depth;
    private long within;

    /** Whether a call is being measured. */
    boolean isRunning() {
        return depth > 0;
    }

    /** Begins a call; returns what {@link #end} must be given. */
    long begin() {
        long outer = within;
        within = 0;
        depth++;
        return outer;
    }

    /**
     * Ends the call that began last.
     *
     * @param nanos what it took from begin to end
     * @return what it took by itself
     */
    long end(long outer, long nanos) {
        long own = nanos - within;
        within = outer + nanos;
        depth--;
        return own;
    }
}
