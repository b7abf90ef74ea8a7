// SPDX-License-Identifier: Apache-2.0
/**
 * The contract between a supervisor and the worker processes that it starts: the specification of a worker, the files
 * in its directory, and its exit codes. All are immutable; any thread may use them.
 */
package io.millrace.cluster.launch;
