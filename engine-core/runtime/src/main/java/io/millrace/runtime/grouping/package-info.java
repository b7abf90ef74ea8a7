// SPDX-License-Identifier: Apache-2.0
/**
 * Decides which tasks get a tuple. A worker has one {@link io.millrace.runtime.grouping.TaskGraph}, which describes its
 * topology. Every source task has its own {@link io.millrace.runtime.grouping.TargetSelectors}, used by its executor's
 * thread only.
 */
package io.millrace.runtime.grouping;
