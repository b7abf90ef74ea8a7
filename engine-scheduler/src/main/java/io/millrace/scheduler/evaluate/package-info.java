// SPDX-License-Identifier: Apache-2.0
/**
 * Judges an assignment: its figures and the hard rules that it breaks. It uses {@code model} only, so it shares no code
 * with the algorithms.
 */
package io.millrace.scheduler.evaluate;
