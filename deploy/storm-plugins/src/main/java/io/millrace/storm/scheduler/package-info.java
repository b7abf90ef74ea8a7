// SPDX-License-Identifier: Apache-2.0
/**
 * Placement by traffic for a cluster of Storm. Storm's own scheduler decides first; what is decided here is which of
 * its workers should have which executors instead, from the counts that Storm's workers report, and whether that is
 * worth restarting them.
 */
package io.millrace.storm.scheduler;
