package io.millrace.runtime.executor;

/** What may arrive for an executor's thread that has no work, before something that it runs is due. */
enum Expecting {
    /** Tuples, from others. */
    TUPLES,

    /** Nothing but commands, which wait a little; but what it has sent is on its way to others, who may want its core. */
    COMMANDS,

    /** Nothing but commands, and nobody waits for this thread: all others rest until then. */
    NOTHING
}
