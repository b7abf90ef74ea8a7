package io.millrace.api;

import io.millrace.api.config.EngineBounds;

/** The engines of one task, as {@link EngineBolt} uses them. The task's thread calls all methods. Public for the engine only. */
public interface EngineTask {

    /** Is told when engines become free, busy, ready, or end. */
    interface Listener {

        /** The task's thread calls this. */
        void changed(int free, int all);
    }

    /** Gives a message to a free engine. There is one, as the task's input is paused while there is none. */
    void execute(Tuple input);

    /** Returns how many messages it has been given that have neither been acked nor failed. */
    int held();

    /** A watermark has come, see {@link HoldsWatermarks#watermark}. */
    void watermark(Runnable pass);

    /** Adds a listener, and calls it. */
    void watch(Listener listener);

    /** Sets what the engines learn of what waits for them. Without it their number stays. */
    void host(EngineHost host);

    /** Sets how many engines there are at least and at most from now on. */
    void bounds(EngineBounds.Range bounds);

    /**
     * Returns how many engines are expected to be done with their message within this time, by the mean time of those before. 0 if that is not
     * known, or so much longer that it is of no use.
     */
    int endingWithin(long nanos);

    /** Returns when there will be one more of them, as {@link TaskContext#nanoTime}; {@link Long#MAX_VALUE} if none will be. */
    long nextEndingWithin(long nanos);

    /** Ends all engines. Messages that they process fail. Returns when no process of them is left. */
    void close();
}
