/**
 * Proof of death. A process holds a kernel lock on a file of its own for as long as it lives; that the lock is free is the only proof
 * that the process is gone. Time proves nothing: a process that a debugger, a collector or SIGSTOP holds up wakes and writes.
 */
package io.millrace.ipc.liveness;
