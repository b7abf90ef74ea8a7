// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot;

import io.millrace.runtime.tuple.MessageDescriptor;

/**
 * The layout of a message about snapshots, little-endian. The kind is that of control messages:
 *
 * <pre>
 *   0          1      2        4        8            16           24         32
 *  +----------+------+--------+--------+------------+------------+----------+-----------------------------+
 *  | SNAPSHOT | verb |   0    | source | generation | snapshot   |  number  | texts, then further longs   |
 *  |          |      | (short)| (int)  |   (long)   | id (long)  |  (long)  |                             |
 *  +----------+------+--------+--------+------------+------------+----------+-----------------------------+
 *
 *   text:  | length in bytes (int) | UTF-8 |
 *
 *  verb           source       number           texts                             further longs
 *  RESET          0            epoch            manifest, digest                  term: assignment, epoch
 *  START          0            0                -                                 -
 *  TRIGGER        0            1 aligned,       -                                 -
 *                              2 overtakes
 *  ABORT          0            0                reason                            -
 *  COMMITTED      0            1 holds tuples   -                                 -
 *  JOIN           0            epoch            worker                            -
 *  READY          0            epoch            worker                            -
 *  WRITTEN        slowest task bytes            worker, file, digest, references  travel, alignment, copy, write,
 *                                                                                  slowest, whole bytes,
 *                                                                                  1 if it holds tuples
 *  FAILED         0            0                worker, reason                    -
 *  COMMIT_DONE    0            0                worker                            -
 *  UNREADABLE     0            0                manifest, reason                  -
 *  GO_BACK        0            0                worker, reason                    -
 *  HOLD, RELEASE  source task  target task      -                                 -
 *  WAITS          0            arrived          worker, what                      -
 *  BROKEN         0            number           worker, reason                    -
 * </pre>
 *
 * <p>References are their number (int), then this number of texts. Fields that are not in the picture of a verb are 0.
 */
final class SnapshotMessageDescriptor {

    static final byte SNAPSHOT = MessageDescriptor.SNAPSHOTS;

    static final int KIND_OFFSET = 0;
    static final int VERB_OFFSET = 1;
    static final int SOURCE_OFFSET = 4;
    static final int GENERATION_OFFSET = 8;
    static final int SNAPSHOT_ID_OFFSET = 16;
    static final int NUMBER_OFFSET = 24;
    static final int HEAD = 32;

    static final long ALIGNED = 1;
    static final long OVERTAKES = 2;

    static final int LENGTH_BYTES = 4;

    /** The length at which reasons are cut, so that they fit into any control lane. */
    static final int MAX_REASON_CHARS = 500;

    static final byte RESET = 1;
    static final byte START = 2;
    static final byte TRIGGER = 3;
    static final byte ABORT = 4;
    static final byte COMMITTED = 5;
    static final byte JOIN = 6;
    static final byte READY = 7;
    static final byte WRITTEN = 8;
    static final byte FAILED = 9;
    static final byte COMMIT_DONE = 10;
    static final byte UNREADABLE = 11;
    static final byte HOLD = 12;
    static final byte RELEASE = 13;
    static final byte GO_BACK = 14;
    static final byte BROKEN = 15;
    static final byte WAITS = 16;

    private SnapshotMessageDescriptor() {}
}
