// SPDX-License-Identifier: Apache-2.0
/**
 * Shows the snapshots of a topology.
 *
 * <p>Pure; the command's thread calls.
 */
package io.millrace.cli.snapshots;
