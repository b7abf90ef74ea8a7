package io.millrace.runtime.cores;

/** The core that the threads of a topology's workers on one node may share. Any thread may ask for a seat. */
public interface SharedCore {

    /** There is none. */
    SharedCore NONE = () -> Seat.NONE;

    /** A seat for the calling thread, which has to leave it before it ends. */
    Seat seat();

    /** A thread's place on the core; by that thread. None of its methods waits. */
    interface Seat {

        Seat NONE = new Seat() {
            @Override
            public boolean isOffered() {
                return false;
            }

            @Override
            public void want(boolean wants) {}

            @Override
            public boolean isBound() {
                return false;
            }

            @Override
            public void leave() {}
        };

        /** Whether there may be others to share the core with. */
        boolean isOffered();

        /** Asks that the thread runs on this core only, or wherever its process may; soon it does, if that can be had here. */
        void want(boolean wants);

        /** Whether it runs on this core only. */
        boolean isBound();

        /** The thread ends. */
        void leave();
    }
}
