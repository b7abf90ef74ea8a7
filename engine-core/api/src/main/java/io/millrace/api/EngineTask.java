// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import io.millrace.api.config.EngineBounds;

/**
 * The engines of one task, as {@link EngineBolt} uses them. The task's thread calls all methods. Public for the engine
 * only.
 */
public interface EngineTask {

    /** A listener to changes: engines that become free, busy or ready, or that end. */
    interface Listener {

        /** The numbers of free and of all engines have changed. Called by the task's thread. */
        void changed(int free, int all);
    }

    /** Gives a message to a free engine. The caller makes sure that there is one: otherwise the input is paused. */
    void execute(Tuple input);

    /** Returns the number of messages given to the engines that are neither acked nor failed. */
    int held();

    /** A watermark has come, see {@link HoldsWatermarks#watermark}. */
    void watermark(Runnable pass);

    /** Adds a listener, and calls it at once. */
    void watch(Listener listener);

    /** Sets the source of what the engines know about waiting messages. Without it their number does not change. */
    void host(EngineHost host);

    /** Sets the least and the greatest number of engines from now on. */
    void bounds(EngineBounds.Range bounds);

    /**
     * Returns how many engines are expected to end their message within this time, by the mean time of earlier
     * messages; 0 if that is unknown, or so much longer that it is of no use.
     */
    int endingWithin(long nanos);

    /**
     * Returns the time at which the number of {@link #endingWithin} grows by one, as {@link TaskContext#nanoTime};
     * {@link Long#MAX_VALUE} if it does not.
     */
    long nextEndingWithin(long nanos);

    /** Ends all engines. Messages that they process fail. Returns when none of their processes is left. */
    void close();
}
