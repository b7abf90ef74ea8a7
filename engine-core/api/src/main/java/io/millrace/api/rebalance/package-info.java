/** What a rebalance of a running topology is asked to do, and what it changes. Immutable records. */
package io.millrace.api.rebalance;
