package io.millrace.ipc.ring.model;

/** A process that rings a doorbell, step by step. It may be killed between two steps. */
interface Ringer {

    void begin(long[] s);

    boolean isBusy(long[] s);

    void forget(long[] s);

    void expand(Steps steps, String who);
}
