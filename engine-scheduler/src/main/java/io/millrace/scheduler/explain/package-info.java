// SPDX-License-Identifier: Apache-2.0
/**
 * Says what an assignment changes and why, as text and as JSON. It uses {@code evaluate}, {@code json} and
 * {@code model}, and knows algorithms only by their interface.
 */
package io.millrace.scheduler.explain;
