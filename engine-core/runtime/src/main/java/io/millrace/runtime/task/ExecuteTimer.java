// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

/**
 * Measures {@code execute} calls without the calls that are nested in them by direct hand-over. One per executor,
 * confined to its thread. While one call is measured, all calls within it are measured too.
 */
public final class ExecuteTimer {

    private int depth;
    private long within;

    /** Returns whether a call is being measured. */
    boolean isRunning() {
        return depth > 0;
    }

    /** Returns the time that calls within the one that began last have taken so far. */
    long within() {
        return within;
    }

    /** Begins a call. The return value must be passed to {@link #end}. */
    long begin() {
        long outer = within;
        within = 0;
        depth++;
        return outer;
    }

    /**
     * Ends the call that began last.
     *
     * @param nanos time from begin to end
     * @return the time without nested calls
     */
    long end(long outer, long nanos) {
        long own = nanos - within;
        within = outer + nanos;
        depth--;
        return own;
    }
}
