/**
 * The text of {@code millrace describe --decisions}: decisions of automatic rebalancing. Stateless; any thread may
 * call.
 */
package io.millrace.cli.rebalance;
