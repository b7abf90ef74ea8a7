// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.metrics;

import io.millrace.api.metrics.ExecutorFigure;
import io.millrace.api.metrics.Stage;
import io.millrace.api.metrics.TaskFigure;

/**
 * The layout of a worker's metrics. Numbers are little-endian; words of 8 bytes are aligned to 8, blocks of one writer
 * to 128.
 *
 * <pre>
 *      0 +--------------------------------------------------------------+
 *        | magic (8)  published last         | version (4) | unused (4) |
 *     16 | total bytes (8)                   | epoch (8)                |
 *     32 | pid (8)                           | heartbeat (8)            |
 *     48 | section * 9: offset (4), blocks (4), stride (4), unused (4)  |
 *        | unused up to 256                                             |
 *        +--------------------------------------------------------------+
 *        | executor block * executors                                   |
 *        |    0  sent direct, queue, ring, net          (4 * 8)         |
 *        |   32  received direct, queue, ring, net      (4 * 8)         |
 *        |   64  dropped (8)                                            |
 *        |   72  ExecutorFigure, in its order (9 * 8) | unused up to 256 |
 *        +--------------------------------------------------------------+
 *        | task block * tasks                                           |
 *        |    0  TaskFigure without slow calls, in its order (9 * 8)    |
 *        |   72  unused (8)                                             |
 *        |   80  task id (4) | component (4) | executor (4)             |
 *        |   96  nanos of its turns | timed nanos | timed calls (3 * 8) |
 *        |  120  slow calls (8), of the worker's timer                  |
 *        +--------------------------------------------------------------+
 *        | CustomBlock *, of 128 bytes or several times as much         |
 *        +--------------------------------------------------------------+
 *        | edge block * edges, the first of a source task aligned to 128|
 *        |    0  messages (8) | bytes (8)                               |
 *        |   16  source task (4), 0 in a gap | stream (4)               |
 *        |   24  target task (4) | target component (4)                 |
 *        +--------------------------------------------------------------+
 *        | end-to-end block * tasks of components without outputs       |
 *        |    0  task's position (4) | unused (4)                       |
 *        |    8  histogram of LatencyBuckets.FINE                       |
 *        |   ..  pad to 128                                             |
 *        +--------------------------------------------------------------+
 *        | inflow block * (task, stream that it gets)                   |
 *        |    0  task's position (4) | unused (4)                       |
 *        |    8  source component (4) | stream (4)                      |
 *        |   16  histogram of LatencyBuckets.COARSE * stages            |
 *        |   ..  pad to 128                                             |
 *        +--------------------------------------------------------------+
 *        | PeerBlock * workers of other nodes                           |
 *        +--------------------------------------------------------------+
 *        | TraceBlock * (executor, component without outputs)           |
 *        +--------------------------------------------------------------+
 *        | name * names: offset (4), bytes (4); the first is the        |
 *        |   worker's. Components and streams are numbers of names.     |
 *        +--------------------------------------------------------------+
 *        | the names' UTF-8                                             |
 *        +--------------------------------------------------------------+
 *
 *        histogram: greatest value (8), then a count for each bucket (8)
 * </pre>
 *
 * There is an edge for each pair of tasks that a subscription connects and whose source runs in this worker. So a task
 * takes 128 bytes, 24.4 KiB more for each stream that it gets, 10.4 KiB more if its component has no outputs, and 32
 * bytes for each task that it may send to. A worker of a topology on several nodes has 1 KiB for each worker that it
 * may meet. An executor has 864 KiB for each component without outputs that it runs tasks of.
 *
 * <p>A reader refuses every version but its own.
 */
final class MetricsDescriptor {

    /** The characters "MRMETRIC" as they lie in memory. */
    static final long MAGIC = 0x43495254454D524DL;

    static final int VERSION = 9;
    static final int ALIGNMENT = 128;

    static final int MAGIC_OFFSET = 0;
    static final int VERSION_OFFSET = 8;
    static final int TOTAL_BYTES_OFFSET = 16;
    static final int EPOCH_OFFSET = 24;
    static final int PID_OFFSET = 32;
    static final int HEARTBEAT_OFFSET = 40;
    static final int SECTIONS_OFFSET = 48;
    static final int HEAD_BYTES = 256;

    static final int SECTION_BYTES = 16;
    static final int SECTION_START = 0;
    static final int SECTION_COUNT = 4;
    static final int SECTION_STRIDE = 8;

    static final int HISTOGRAM_MAX = 0;
    static final int HISTOGRAM_BUCKETS = 8;

    static final int SENT = 0;
    static final int RECEIVED = 32;
    static final int DROPPED = 64;
    static final int EXECUTOR_FIGURES = 72;
    static final int EXECUTOR_STRIDE = 256;

    static final int TASK_ID = 80;
    static final int COMPONENT = 84;
    static final int EXECUTOR = 88;
    static final int TURN_NANOS = 96;
    static final int TIMED_NANOS = 104;
    static final int TIMED_CALLS = 112;
    static final int SLOW_CALLS = 120;
    static final int TASK_STRIDE = 128;

    static final int EDGE_MESSAGES = 0;
    static final int EDGE_BYTES = 8;
    static final int EDGE_SOURCE = 16;
    static final int EDGE_STREAM = 20;
    static final int EDGE_TARGET = 24;
    static final int EDGE_TARGET_COMPONENT = 28;
    static final int EDGE_STRIDE = 32;

    static final int SINK_TASK = 0;
    static final int SINK_HISTOGRAM = 8;
    static final int SINK_STRIDE = align(SINK_HISTOGRAM + LatencyBuckets.FINE.bytes);

    static final int INFLOW_TASK = 0;
    static final int INFLOW_SOURCE = 8;
    static final int INFLOW_STREAM = 12;
    static final int INFLOW_STAGES = 16;
    static final int STAGES = Stage.values().length;
    static final int INFLOW_STRIDE = align(INFLOW_STAGES + STAGES * LatencyBuckets.COARSE.bytes);

    static final int NAME_START = 0;
    static final int NAME_BYTES = 4;
    static final int NAME_STRIDE = 8;

    /** The name that belongs to the worker. */
    static final int WORKER_NAME = 0;

    private MetricsDescriptor() {}

    /** Returns the offset of a figure in an executor's block. */
    static int offset(ExecutorFigure figure) {
        return EXECUTOR_FIGURES + figure.ordinal() * Long.BYTES;
    }

    /** Returns the offset of a figure in a task's block. */
    static int offset(TaskFigure figure) {
        return figure == TaskFigure.SLOW_CALLS ? SLOW_CALLS : figure.ordinal() * Long.BYTES;
    }

    /** Returns the position of an inflow block's histogram of a stage. */
    static int stage(int block, int stage) {
        return block + INFLOW_STAGES + stage * LatencyBuckets.COARSE.bytes;
    }

    static int align(int bytes) {
        return bytes + ALIGNMENT - 1 & -ALIGNMENT;
    }
}
