/**
 * How much may be sent, in which order, and what is held: channels, credit, windows, queues, the write governor. Any thread
 * offers to {@link io.millrace.transport.flow.SendBuffers} and releases messages; everything else belongs to one event loop.
 * Uses {@code frame}; knows no connection.
 */
package io.millrace.transport.flow;
