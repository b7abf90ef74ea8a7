// SPDX-License-Identifier: Apache-2.0
/**
 * Messages from one process to another over TCP, by engine-transport and by Netty alone. {@link
 * io.millrace.benchmarks.transport.TransportBenchmark} does it on the loopback device, {@link
 * io.millrace.benchmarks.transport.RttSweep} between two emulated hosts with a delay. Each measurement is a receiver's
 * and a sender's JVM ({@link io.millrace.benchmarks.transport.ReceiverMain},
 * {@link io.millrace.benchmarks.transport.SenderMain}), or two that answer each other
 * ({@link io.millrace.benchmarks.transport.EchoMain}, {@link io.millrace.benchmarks.transport.PingMain}).
 */
package io.millrace.benchmarks.transport;
