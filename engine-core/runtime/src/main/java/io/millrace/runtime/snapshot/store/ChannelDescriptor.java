// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.store;

/**
 * The layout of a block of kind {@code CHANNEL}: tuples that were on their way to a task, without gaps, in the order in
 * which they arrived. Numbers are little-endian and not aligned.
 *
 * <pre>
 *   0             4             8             12
 *  +-------------+-------------+-------------+------------------+
 *  | length of   | source task | stream      | values           |
 *  | values (4)  | (4)         | (4)         |                  |
 *  +-------------+-------------+-------------+------------------+
 * </pre>
 *
 * <p>The stream is its position among the outputs of the source's component. Values are as
 * {@link io.millrace.runtime.codec.ValuesCodec} writes them. The block names tasks by their ids, so it is of use only
 * for the same numbers of tasks.
 */
final class ChannelDescriptor {

    static final int LENGTH_OFFSET = 0;
    static final int SOURCE_TASK_OFFSET = 4;
    static final int STREAM_OFFSET = 8;
    static final int HEAD_BYTES = 12;

    private ChannelDescriptor() {}
}
