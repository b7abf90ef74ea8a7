// SPDX-License-Identifier: Apache-2.0
/**
 * Doorbells wake a thread that found nothing to do, from any thread of any process. The thread publishes that it will
 * wait, looks for work again, and blocks. Whoever gives it work rings; that is one load if nobody waits.
 */
package io.millrace.ipc.doorbell;
