// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.spill;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Memory, files and the disk's thread of all queues of a worker. The thread that starts and ends the worker makes and
 * closes it; any thread opens queues.
 */
public final class SpillSpace implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SpillSpace.class);

    private static final long NEVER = Long.MAX_VALUE;
    private static final String MORE_MEMORY = "lower it, or add -XX:MaxDirectMemorySize to topology.worker.options";

    private final SpillSettings settings;
    private final LongSupplier nanoTime;
    private final QueueDisk place;
    private final SpillAgent agent;
    private final BlockPool pool;
    private final List<SpillQueue> queues = new CopyOnWriteArrayList<>();

    /** The thread of the disk; null if the caller steps the agent. */
    private final SpillThread thread;

    private int opened;

    // Whether the agent was woken, for a caller that steps it

    private boolean woken;
    private long retryAt = NEVER;

    /**
     * Makes the space and starts the thread. The directory is made with the first file.
     *
     * @param worker name of the worker, for the thread and the log
     * @param nanoTime clock of the engine
     * @param onFailure consumer that the thread calls if it cannot go on
     */
    public SpillSpace(SpillSettings settings, String worker, LongSupplier nanoTime, Consumer<Throwable> onFailure) {
        this(
                settings,
                nanoTime,
                new DirectoryDisk(settings.base()),
                ByteBuffer::allocateDirect,
                line -> LOG.warn("worker {}: {}", worker, line),
                worker,
                onFailure);
        thread.start();
    }

    /** Makes a space without a thread, for a worker whose only thread calls {@link #step} too. */
    public static SpillSpace stepped(SpillSettings settings, String worker, LongSupplier nanoTime) {
        SpillSpace space = new SpillSpace(
                settings,
                nanoTime,
                new DirectoryDisk(settings.base()),
                ByteBuffer::allocateDirect,
                line -> LOG.warn("worker {}: {}", worker, line));
        space.agent.start();
        return space;
    }

    /** Makes a space that a test steps. */
    SpillSpace(
            SpillSettings settings,
            LongSupplier nanoTime,
            Disk disk,
            IntFunction<ByteBuffer> allocator,
            Consumer<String> log) {
        this(settings, nanoTime, disk, allocator, log, null, null);
    }

    private SpillSpace(
            SpillSettings settings,
            LongSupplier nanoTime,
            Disk disk,
            IntFunction<ByteBuffer> allocator,
            Consumer<String> out,
            String threadOf,
            Consumer<Throwable> onFailure) {
        this.settings = settings;
        this.nanoTime = nanoTime;
        TroubleLog log = new TroubleLog(out, nanoTime);
        this.place = new QueueDisk(disk, new DiskUse(settings.diskBytes()), settings.segmentBytes(), log, nanoTime);
        this.agent = new SpillAgent(disk, log);
        this.pool = new BlockPool(
                allocator,
                settings.blockBytes(),
                settings.sharedBlocks(),
                settings.crowdedFrom(),
                settings.blocksOfLongestRecord(),
                present -> out.accept("the queues get " + (long) present * settings.blockBytes()
                        + " bytes of memory beside their own, less than topology.queue.memory: " + MORE_MEMORY));
        this.thread = threadOf == null ? null : new SpillThread("millrace-" + threadOf + "-queues", agent, onFailure);
    }

    /**
     * Opens a queue. The thread that calls its methods owns it.
     *
     * @param name name for messages and files
     * @param wakeOwner action that runs in other threads when records can be polled or offered again after the owner
     *     found that they cannot; it must not wait
     * @throws IllegalStateException if as many queues are open as the settings allow
     */
    public synchronized SpillQueue open(String name, Runnable wakeOwner) {
        queues.removeIf(SpillQueue::isClosed);
        if (queues.size() == settings.queues()) {
            throw new IllegalStateException("queue " + name + ": " + settings.queues() + " queues are open already");
        }
        QueueMemory memory = memoryFor(name);
        QueueFiles files = new QueueFiles(name, opened++, memory, place, wakeOwner);
        Runnable wakeDisk = thread == null ? this::woken : thread::wake;
        SpillQueue queue =
                new SpillQueue(name, settings.maxRecordBytes(), memory, files, nanoTime, wakeDisk, wakeOwner);
        queues.add(queue);
        agent.add(files);
        return queue;
    }

    private QueueMemory memoryFor(String name) {
        try {
            return new QueueMemory(pool, this::roomCame);
        } catch (OutOfMemoryError e) {
            throw new IllegalStateException(
                    "queue " + name + " gets no " + 2 * settings.blockBytes()
                            + " bytes of memory outside of the heap for topology.queue.memory: " + MORE_MEMORY,
                    e);
        }
    }

    private void roomCame() {
        for (SpillQueue queue : queues) {
            queue.roomCame();
        }
    }

    private void woken() {
        woken = true;
    }

    /** Does a part of the work of the disk's thread. */
    public void step() {
        woken = agent.doWork() > 0;
        long pause = agent.nanosToRetry();
        retryAt = woken || pause == NEVER ? NEVER : nanoTime.getAsLong() + pause;
    }

    /** Returns for how long {@link #step} has nothing to do unless a queue is used; {@link Long#MAX_VALUE} for ever. */
    public long nanosToStep() {
        if (woken) {
            return 0;
        }
        return retryAt == NEVER ? NEVER : Math.max(0, retryAt - nanoTime.getAsLong());
    }

    /** Returns the most memory that its blocks may take. */
    public long memoryBytes() {
        return settings.memoryBytes();
    }

    SpillAgent agent() {
        return agent;
    }

    /** Returns the memory of the blocks that are in use, including the queues' own blocks. */
    long memoryTaken() {
        return (pool.taken() + 2L * settings.queues()) * settings.blockBytes();
    }

    /** Returns the bytes of all files. Any thread may call it. */
    public long diskBytes() {
        return place.use().taken();
    }

    /** Removes all files. The owners of the queues have ended, or closed them. */
    @Override
    public void close() {
        if (thread == null) {
            agent.close();
        } else {
            thread.close();
        }
    }
}
