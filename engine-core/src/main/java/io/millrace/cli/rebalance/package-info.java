/** How {@code millrace describe --decisions} shows what automatic rebalancing decided. One thread calls. */
package io.millrace.cli.rebalance;
