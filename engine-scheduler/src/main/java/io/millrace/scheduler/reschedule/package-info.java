// SPDX-License-Identifier: Apache-2.0
/**
 * Decides which running tasks move, and limits how many do. It uses {@code plan}, {@code partition}, {@code evaluate}
 * and {@code model}.
 */
package io.millrace.scheduler.reschedule;
