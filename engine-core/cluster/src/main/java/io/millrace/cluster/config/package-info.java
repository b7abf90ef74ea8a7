// SPDX-License-Identifier: Apache-2.0
/**
 * The settings of a cluster's processes, their sources, and the directories and files that they name. Stateless; any
 * thread may call.
 */
package io.millrace.cluster.config;
