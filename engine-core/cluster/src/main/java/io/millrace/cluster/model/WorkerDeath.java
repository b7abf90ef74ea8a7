// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.model;

/**
 * The unexpected ends of a worker.
 *
 * @param cause the cause of the last end
 * @param exitCode the exit code of the last end; -1 if it is not known
 * @param atMillis the time of the last end, in milliseconds since 1970
 * @param deaths the number of ends that supervisors of this node have seen
 * @param inARow the number of ends since the worker last ran for worker.healthy.after
 */
public record WorkerDeath(
        String worker, String node, String cause, int exitCode, long atMillis, int deaths, int inARow) {}
