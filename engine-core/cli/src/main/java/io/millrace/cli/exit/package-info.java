// SPDX-License-Identifier: Apache-2.0
/**
 * The end of a command: its exit code, the line that its user reads, and the signal that stops it. The main thread
 * calls.
 */
package io.millrace.cli.exit;
