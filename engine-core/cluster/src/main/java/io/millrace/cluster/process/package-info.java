// SPDX-License-Identifier: Apache-2.0
/**
 * Helpers for the daemons and the worker process: a loop on its own thread, the wakeup that ends its pause, the restart
 * back-off, the exclusive data directory, and the orderly close of a process's parts. A loop runs its passes on its own
 * thread; any thread may signal its wakeup; the other classes belong to one thread at a time.
 */
package io.millrace.cluster.process;
