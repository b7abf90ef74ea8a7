// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.tuple;

/**
 * The layout of a message between a service and an end of a topology in another process, little-endian:
 *
 * <pre>
 *   0         1      2        4        8        12       16               24               32
 *  +---------+------+--------+--------+--------+--------+----------------+----------------+--------+
 *  | SERVICE | verb | stream |  task  | source |  code  |     client     |     number     | values |
 *  |         |      |        | (int)  | (int)  | (int)  |     (long)     |     (long)     |        |
 *  +---------+------+--------+--------+--------+--------+----------------+----------------+--------+
 * </pre>
 *
 * <p>Values are as {@link io.millrace.runtime.codec.ValuesCodec} writes them, up to the end of the message; a message
 * without values ends at 32. {@link ServiceMessage.Verb} defines the other fields.
 */
final class ServiceDescriptor {

    static final byte SERVICE = MessageDescriptor.SERVICE;

    static final int KIND_OFFSET = MessageDescriptor.KIND_OFFSET;
    static final int VERB_OFFSET = 1;
    static final int STREAM_OFFSET = 2;
    static final int TASK_OFFSET = 4;
    static final int SOURCE_OFFSET = 8;
    static final int CODE_OFFSET = 12;
    static final int CLIENT_OFFSET = 16;
    static final int NUMBER_OFFSET = 24;
    static final int HEAD = 32;

    private ServiceDescriptor() {}
}
