// SPDX-License-Identifier: Apache-2.0
/**
 * What the algorithms work on: the problem with indexes instead of names, its graphs, the assignment in the making,
 * what of the running one is still valid, and whether a valid one can exist. It uses {@code model} and
 * {@code partition}.
 */
package io.millrace.scheduler.plan;
