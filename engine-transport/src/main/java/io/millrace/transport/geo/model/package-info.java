// SPDX-License-Identifier: Apache-2.0
/**
 * Models of the latency and the cost of events between two sites by the size, the routes and the compression of
 * batches, and the oracle that chooses by these models. Pure: measured values and the time come with each call; one
 * thread at a time may use an object. Times are seconds and sizes are bytes, both as {@code double}, because all of
 * them are estimates.
 *
 * <p>Source: JetStream (Tudoran et al., FGCS 2016) for {@link io.millrace.transport.geo.model.JetStreamModel}.
 */
package io.millrace.transport.geo.model;
