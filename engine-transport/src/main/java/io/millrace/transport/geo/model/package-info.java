/**
 * Models of what a batch's size, its routes and its compression cost an event on its way between two sites, and the
 * oracle that chooses by them. Pure: measured values and the time are handed in, so that one thread at a time may use an
 * object from wherever it likes. Times are seconds and sizes are bytes, both as {@code double}, because all of them are
 * estimates.
 *
 * <p>Source: JetStream (Tudoran et al., FGCS 2016) for {@link io.millrace.transport.geo.model.JetStreamModel}.
 */
package io.millrace.transport.geo.model;
