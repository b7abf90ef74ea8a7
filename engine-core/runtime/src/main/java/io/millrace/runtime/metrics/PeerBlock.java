// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.metrics;

import io.millrace.api.metrics.PeerFigure;

/**
 * The layout of the counters of one worker on another node. One thread of the worker's transport writes them.
 *
 * <pre>
 *      0 +----------------------------------------------------------------+
 *        | generation (8): odd while the block is taken, even while free  |
 *      8 | PeerFigure, in its order                             (24 * 8)  |
 *    200 | drops by cause (8 * 8)                                         |
 *    264 | refusals by cause (16 * 8)                                     |
 *    392 | closes by cause (32 * 8)                                       |
 *    648 | name: bytes (2), UTF-8 (126)                                   |
 *    776 | last failure: bytes (2), UTF-8 (246)                           |
 *        +----------------------------------------------------------------+
 * </pre>
 */
final class PeerBlock {

    static final int TAKEN = 0;
    static final int VALUES = 8;
    static final int DROPS = VALUES + PeerFigure.values().length * Long.BYTES;
    static final int MOST_DROPS = 8;
    static final int REFUSALS = DROPS + MOST_DROPS * Long.BYTES;
    static final int MOST_REFUSALS = 16;
    static final int CLOSES = REFUSALS + MOST_REFUSALS * Long.BYTES;
    static final int MOST_CLOSES = 32;
    static final int NAME = CLOSES + MOST_CLOSES * Long.BYTES;
    static final int NAME_BYTES = 126;
    static final int FAILURE = NAME + Short.BYTES + NAME_BYTES;
    static final int FAILURE_BYTES = 246;
    static final int STRIDE = FAILURE + Short.BYTES + FAILURE_BYTES;

    private PeerBlock() {}
}
