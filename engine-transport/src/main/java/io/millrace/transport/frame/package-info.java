/**
 * The wire format and the memory that is in it: frames and their decoder, the handshake's frames, records and the log in which
 * they wait. Any thread appends to a log; everything else belongs to one event loop. Uses only the public types above.
 */
package io.millrace.transport.frame;
