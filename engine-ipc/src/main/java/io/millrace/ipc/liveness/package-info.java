// SPDX-License-Identifier: Apache-2.0
/**
 * Proof of death. A process holds a kernel lock on a file of its own while it lives. Only a free lock proves that the
 * process is gone. A time-out proves nothing: a process that a debugger, the garbage collector or SIGSTOP stopped may
 * continue and write.
 */
package io.millrace.ipc.liveness;
