package io.millrace.cluster.model;

/**
 * How a worker ended that was not to end, and how often one of its starts did.
 *
 * @param cause of the last time
 * @param exitCode of the last time, -1 if it is not known
 * @param atMillis the last time, in wall clock time
 * @param deaths all of them, as far as the supervisor that runs now has seen them
 * @param inARow those since it last ran well for a while
 */
public record WorkerDeath(
        String worker, String node, String cause, int exitCode, long atMillis, int deaths, int inARow) {}
