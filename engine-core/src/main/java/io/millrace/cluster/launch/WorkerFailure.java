package io.millrace.cluster.launch;

/**
 * Why a worker gave up, in its own words, as it leaves them in its directory.
 *
 * @param cause one line
 * @param exitCode with which it is ending, see {@link WorkerExit}
 */
public record WorkerFailure(String cause, int exitCode) {}
