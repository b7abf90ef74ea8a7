// SPDX-License-Identifier: Apache-2.0
/**
 * The text of {@code millrace describe --decisions}: decisions of automatic rebalancing, and of tasks about their
 * engines. Stateless; any thread may call.
 */
package io.millrace.cli.rebalance;
