// SPDX-License-Identifier: Apache-2.0
/** The request to rebalance a running topology, and the report of the changes. Immutable records. */
package io.millrace.api.rebalance;
