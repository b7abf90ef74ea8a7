// SPDX-License-Identifier: Apache-2.0
/**
 * The wire format and the memory that is in it: frames and their decoder, the handshake's frames, records and the send
 * buffer in which they wait. Any thread appends to a send buffer; everything else belongs to one event loop. Uses only
 * the public types above.
 */
package io.millrace.transport.frame;
