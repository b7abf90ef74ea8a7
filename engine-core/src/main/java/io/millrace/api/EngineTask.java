package io.millrace.api;

/** The engines of one task, as {@link EngineBolt} uses them. The task's thread calls all methods. Public for the engine only. */
public interface EngineTask {

    /** Is told when engines become free, busy, ready, or end. */
    interface Listener {

        /** The task's thread calls this. */
        void changed(int free, int all);
    }

    /** Gives a message to a free engine. There is one, as the task's input is paused while there is none. */
    void execute(Tuple input);

    /** A watermark has come, see {@link HoldsWatermarks#watermark}. */
    void watermark(Runnable pass);

    /** Adds a listener, and calls it. */
    void watch(Listener listener);

    /** Ends all engines. Messages that they process fail. Returns when no process of them is left. */
    void close();
}
