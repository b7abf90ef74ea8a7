// SPDX-License-Identifier: Apache-2.0
/**
 * A network of several transports in simulated time, for tests and simulations of users of a transport. One thread does
 * everything. Uses {@code peer} and what is below it.
 */
package io.millrace.testing.network;
