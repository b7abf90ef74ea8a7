package io.millrace.runtime.metrics;

/**
 * The layout of a worker's metrics. Numbers are little-endian; words of 8 bytes are aligned to 8, blocks to 128.
 *
 * <pre>
 *      0 +--------------------------------------------------------------+
 *        | magic (8)  published last         | version (4) | unused (4) |
 *     16 | total bytes (8)                   | epoch (8)                |
 *     32 | pid (8)                           | executors (4)| tasks (4) |
 *     48 | executors offset (4) | stride (4) | tasks offset | stride    |
 *     64 | strings offset (4)  | bytes (4)   | worker name: offset, len |
 *        | unused up to 128                                             |
 *        +--------------------------------------------------------------+
 *        | executor block * executors                                   |
 *        |    0  sent direct, queue, ring, net          (4 * 8)         |
 *        |   32  received direct, queue, ring, net      (4 * 8)         |
 *        |   64  dropped (8) | busy nanos (8) | idle nanos (8) | max (8)|
 *        |  128  latency buckets (LatencyBuckets.COUNT * 8)             |
 *        |   ..  pad to 128                                             |
 *        +--------------------------------------------------------------+
 *        | task block * tasks                                           |
 *        |    0  emitted | executed | acked | failed    (4 * 8)         |
 *        |   32  errors | pending | inbox | outbox      (4 * 8)         |
 *        |   64  finished (8) | named counters (8)                      |
 *        |   80  task id (4) | component: offset (4), bytes (4)         |
 *        |  128  values of named counters               (16 * 8)        |
 *        |  256  names of named counters: bytes (1), UTF-8 (63)  (16*64)|
 *        +--------------------------------------------------------------+
 *        | strings: UTF-8, referred to by offset and length             |
 *        +--------------------------------------------------------------+
 * </pre>
 *
 * A reader refuses every version but its own. Offsets and strides stand in the head, so a later version can put more
 * blocks behind these, such as counts for each pair of tasks.
 */
final class MetricsDescriptor {

    /** The characters "MRMETRIC" as they lie in memory. */
    static final long MAGIC = 0x43495254454D524DL;

    static final int VERSION = 1;
    static final int ALIGNMENT = 128;

    static final int MAGIC_OFFSET = 0;
    static final int VERSION_OFFSET = 8;
    static final int TOTAL_BYTES_OFFSET = 16;
    static final int EPOCH_OFFSET = 24;
    static final int PID_OFFSET = 32;
    static final int EXECUTORS_OFFSET = 40;
    static final int TASKS_OFFSET = 44;
    static final int EXECUTOR_BLOCKS_OFFSET = 48;
    static final int EXECUTOR_STRIDE_OFFSET = 52;
    static final int TASK_BLOCKS_OFFSET = 56;
    static final int TASK_STRIDE_OFFSET = 60;
    static final int STRINGS_OFFSET = 64;
    static final int STRINGS_BYTES_OFFSET = 68;
    static final int WORKER_OFFSET = 72;
    static final int HEAD_BYTES = 128;

    static final int SENT = 0;
    static final int RECEIVED = 32;
    static final int DROPPED = 64;
    static final int BUSY_NANOS = 72;
    static final int IDLE_NANOS = 80;
    static final int LATENCY_MAX = 88;
    static final int LATENCY_BUCKETS = 128;
    static final int EXECUTOR_STRIDE = align(LATENCY_BUCKETS + LatencyBuckets.COUNT * Long.BYTES);

    static final int EMITTED = 0;
    static final int EXECUTED = 8;
    static final int ACKED = 16;
    static final int FAILED = 24;
    static final int ERRORS = 32;
    static final int PENDING = 40;
    static final int INBOX = 48;
    static final int OUTBOX = 56;
    static final int FINISHED = 64;
    static final int COUNTERS = 72;
    static final int TASK_ID = 80;
    static final int COMPONENT = 84;
    static final int COUNTER_VALUES = 128;
    static final int COUNTER_NAMES = 256;
    static final int COUNTER_NAME_STRIDE = 64;
    static final int MAX_COUNTERS = 16;
    static final int TASK_STRIDE = COUNTER_NAMES + MAX_COUNTERS * COUNTER_NAME_STRIDE;

    private MetricsDescriptor() {}

    static int align(int bytes) {
        return bytes + ALIGNMENT - 1 & -ALIGNMENT;
    }
}
