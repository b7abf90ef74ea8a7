package io.millrace.runtime.link;

/**
 * A link that gathers some of what it is offered, and tells its {@link Paths}. Whatever is offered later comes behind
 * that in any case.
 */
interface Gathering {

    /**
     * Hands over what was gathered.
     *
     * @param ring whether the source's doorbell is to ring when another try makes sense
     * @return false if some waits for room
     */
    boolean handOver(boolean ring);
}
