// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

/**
 * The frames between a worker and an engine that is a process, over a Unix socket. Everything is little-endian and
 * unaligned.
 *
 * <pre>
 *   0           4        5
 *  +-----------+--------+---------------------------------+
 *  |  length   |  type  |  body (length - 1 bytes)        |      length: 1 to 66,560
 *  +-----------+--------+---------------------------------+
 *
 *   HELLO    to the engine   5 version (2) | 7 payload: a map, which docs/engines.md describes
 *            to the worker   5 version (2) | 7 form (1): 0 values, 1 raw
 *   INPUT    to the engine   5 input (2)   | 7 payload: component, stream, list of the names of fields
 *   MESSAGE  to the engine   5 id (8)      | 13 input (2) | 15 payload: the values of the fields
 *   RESULT   to the worker   5 id (8)      | 13 length of the stream's name (1) | 14 its name in UTF-8 | payload: values
 *   TAKEN    to the engine   5 id (8)      the worker has taken a result out of the shared memory
 *   ACK      to the worker   5 id (8)      the message has been processed
 *   FAIL     to the worker   5 id (8)      | 13 a sentence in UTF-8: the message has not been processed
 *   LOG      to the worker   5 level (1): 0 debug, 1 information, 2 warning, 3 error | 6 text in UTF-8
 *   PING     to the engine   5 number (8)  the engine sends it back; while it processes a message it may send one itself
 *            to the worker   5 number (8)
 *
 *   payload, of up to 65,536 bytes    place (1) = 0 | its bytes, to the end of the frame
 *   payload, of any length            place (1) = 1 | offset (8) | length (8), in the shared memory
 * </pre>
 *
 * <p>Values are as {@link io.millrace.runtime.codec.ValuesCodec} writes them. In the raw form the payload of a message
 * and of a result is the only value of the tuple, a byte array, and nothing else. The shared memory is a file that both
 * sides map: its first half is written by the worker, the second by the engine. The worker writes there once for a
 * message. The engine writes there again when the worker has taken the result before.
 */
final class EngineFrameDescriptor {

    static final short VERSION = 1;

    static final byte HELLO = 1;
    static final byte INPUT = 2;
    static final byte MESSAGE = 3;
    static final byte RESULT = 4;
    static final byte TAKEN = 5;
    static final byte ACK = 6;
    static final byte FAIL = 7;
    static final byte LOG = 8;
    static final byte PING = 9;

    static final int LENGTH_OFFSET = 0;
    static final int TYPE_OFFSET = 4;
    static final int BODY_OFFSET = 5;

    /** The bytes of a frame's length, which the length does not count. */
    static final int LENGTH_BYTES = 4;

    static final int HELLO_PAYLOAD = 2;
    static final int HELLO_FORM = 2;
    static final int INPUT_PAYLOAD = 2;
    static final int MESSAGE_INPUT = 8;
    static final int MESSAGE_PAYLOAD = 10;
    static final int RESULT_STREAM = 8;
    static final int FAIL_TEXT = 8;
    static final int LOG_TEXT = 1;

    static final byte VALUES = 0;
    static final byte RAW = 1;

    static final byte INLINE = 0;
    static final byte SHARED = 1;
    static final int SHARED_BYTES = 17;

    static final int MAX_INLINE = 1 << 16;

    /** The greatest length: an inline payload and what comes before it. */
    static final int MAX_LENGTH = MAX_INLINE + 1024;

    private EngineFrameDescriptor() {}
}
