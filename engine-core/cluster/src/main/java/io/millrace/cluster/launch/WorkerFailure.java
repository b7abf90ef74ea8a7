// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.launch;

/**
 * The failure of a worker, as the worker writes it into its directory.
 *
 * @param cause the cause, in one line
 * @param exitCode its exit code, see {@link WorkerExit}
 */
public record WorkerFailure(String cause, int exitCode) {}
