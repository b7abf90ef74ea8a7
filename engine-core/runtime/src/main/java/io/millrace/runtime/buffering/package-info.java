// SPDX-License-Identifier: Apache-2.0
/**
 * Bolts that keep inputs after {@code execute} has returned: when they must process them, and how many they have. The
 * classes are parts of tasks: the thread of the task's executor calls them.
 */
package io.millrace.runtime.buffering;
