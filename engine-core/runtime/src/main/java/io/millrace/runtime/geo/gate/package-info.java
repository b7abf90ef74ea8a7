// SPDX-License-Identifier: Apache-2.0
/**
 * The gate by which channels between regions leave and enter an executor: batches that wait, their delivery and its
 * order, copies for several tasks, and reports. The thread of the executor calls it.
 */
package io.millrace.runtime.geo.gate;
