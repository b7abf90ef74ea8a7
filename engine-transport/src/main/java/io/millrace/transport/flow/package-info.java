// SPDX-License-Identifier: Apache-2.0
/**
 * Flow control: channels, credit, windows, queues, inbound memory, the write governor. Any thread offers to {@link
 * io.millrace.transport.flow.SendBuffers} and releases messages; everything else belongs to one event loop. Uses {@code
 * frame}; knows no connection.
 */
package io.millrace.transport.flow;
