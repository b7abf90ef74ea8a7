package io.millrace.runtime.executor;

/** Where an executor tells other processes of its node about itself; called by its thread. */
public interface NodeBoard {

    /** Nobody hears of it. */
    NodeBoard NONE = new NodeBoard() {
        @Override
        public void paused(int task, boolean on) {}

        @Override
        public void restsUntil(long nanoTime) {}

        @Override
        public void coreNeed(long need) {}
    };

    /** One of its tasks is paused, or goes on. */
    void paused(int task, boolean on);

    /** It does nothing until then unless something arrives; 0 if that is not so. */
    void restsUntil(long nanoTime);

    /** What its thread needs of a core in common, a {@link io.millrace.runtime.link.CoreNeed}. */
    void coreNeed(long need);
}
