// SPDX-License-Identifier: Apache-2.0
/**
 * Bytes between the processes of one node. The packages: {@code ring} is the OSRBuffer, {@code doorbell} wakes a thread
 * that found nothing to do, {@code liveness} proves that a process is dead and removes what it left, {@code memory} is
 * the only place that touches mapped memory.
 */
package io.millrace.ipc;
