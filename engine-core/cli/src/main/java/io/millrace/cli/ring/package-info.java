// SPDX-License-Identifier: Apache-2.0
/**
 * The output of {@code millrace ring stat}: readings of rings from outside, rates between two readings, and their text.
 * The main thread calls.
 */
package io.millrace.cli.ring;
