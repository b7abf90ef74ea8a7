package io.millrace.cluster.launch;

/**
 * The failure of a worker, as the worker writes it into its directory.
 *
 * @param cause one line
 * @param exitCode its exit code, see {@link WorkerExit}
 */
public record WorkerFailure(String cause, int exitCode) {}
