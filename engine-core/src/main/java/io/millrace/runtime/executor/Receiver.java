package io.millrace.runtime.executor;

/** Brings what other processes sent to an executor's tasks; called by the executor's thread in each turn. */
public interface Receiver {

    /** Takes in at most {@code limit} messages; returns how many. */
    int receive(int limit);

    /** When it must be called even if nobody rings; {@link Long#MAX_VALUE} if never. */
    long deadline(long now);

    /** How many bytes wait to be taken in, as far as that is known. */
    default long waitingBytes() {
        return 0;
    }

    /** A process that sent to this one may have died. */
    default void peerLost() {}
}
