// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.state;

import io.millrace.api.state.StateSpec;

/**
 * The layout of a block: the states and timers of one partition, or the states of one task. A record is the values of
 * one tuple as {@link io.millrace.runtime.codec.ValuesCodec} writes them, behind their length. Lengths are unsigned
 * LEB128 of at most 5 bytes, other numbers are little-endian.
 *
 * <pre>
 *  block
 *   0         1         2            3
 *  +---------+---------+------------+---------+---------+- ... -+
 *  |  MAGIC  | version | key fields | section | section |       |   to the end of the block
 *  +---------+---------+------------+---------+---------+- ... -+
 *
 *  section
 *   0         1                             (h)           (h + 4)
 *  +---------+-----------------------------+--------------+--------+- ... -+
 *  |  kind   | head: a record              | entries (int)| entry  |       |
 *  +---------+-----------------------------+--------------+--------+- ... -+
 *
 *   kind          head                             an entry
 *   VALUE         name, class                      (key, value)
 *   MAP           name, class of keys, of values   (key, n) and n x (key of the map, value)
 *   LIST          name, class                      (key, n) and n x (element)
 *   TIMES         -                                (key, milliseconds)
 *   EVENT_TIMES   -                                (key, milliseconds)
 * </pre>
 *
 * <p>The number of key fields is 0 in the block of a task, whose keys are null. A key of one field is its value, a key
 * of several is a list. Whole numbers in keys are a Long, others a Double. Counts and milliseconds are a Long, n is at
 * least 1.
 */
final class BlockDescriptor {

    static final byte MAGIC = 0x4B;
    static final byte VERSION = 1;

    static final int MAGIC_OFFSET = 0;
    static final int VERSION_OFFSET = 1;
    static final int KEY_FIELDS_OFFSET = 2;
    static final int HEAD = 3;

    static final byte VALUE = 1;
    static final byte MAP = 2;
    static final byte LIST = 3;
    static final byte TIMES = 4;
    static final byte EVENT_TIMES = 5;

    static final int COUNT_LENGTH = Integer.BYTES;

    /** The most bytes of a length. */
    static final int MAX_LENGTH = 5;

    /** The most fields of a key, as their number is one byte. */
    static final int MAX_KEY_FIELDS = 255;

    private BlockDescriptor() {}

    /** Returns the kind of the section of a state. */
    static byte kind(StateSpec.Form form) {
        return switch (form) {
            case VALUE -> VALUE;
            case MAP -> MAP;
            case LIST -> LIST;
        };
    }
}
