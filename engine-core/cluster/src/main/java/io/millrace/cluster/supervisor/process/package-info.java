// SPDX-License-Identifier: Apache-2.0
/**
 * Processes of workers: starts a JVM, proves that a process is alive or dead, and keeps the directory of each start.
 * The supervisor's loop calls, except where a method says otherwise.
 */
package io.millrace.cluster.supervisor.process;
