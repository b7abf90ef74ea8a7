// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.store;

import io.millrace.api.error.Foreign;
import io.millrace.api.spi.SnapshotStore;
import io.millrace.runtime.codec.ValuesCodec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes one worker's part of each snapshot. The worker's agent and its executors hand over captures, and the writer's
 * thread, or a test, calls {@link #doWork}. Calls have their effects in the order in which they were made.
 *
 * <p>Generation and id identify a snapshot. Ids ascend, and generations with them. A task's capture may come before its
 * snapshot has begun here; a capture of a snapshot that is over is released. Several snapshots may be in progress.
 */
public final class SnapshotWriter {

    private static final Logger LOG = LoggerFactory.getLogger(SnapshotWriter.class);

    /**
     * The worker that writes.
     *
     * @param epoch epoch of the worker's process
     */
    public record Owner(SnapshotNames names, String worker, long epoch) {}

    // Calls of other threads
    private final Queue<Runnable> calls = new ConcurrentLinkedQueue<>();
    private final Runnable wake;

    /** The bytes of all snapshots. */
    private final AtomicLong writtenBytes = new AtomicLong();

    // The writer's thread
    private final SnapshotStore store;
    private final Owner owner;
    private final ValuesCodec codec;
    private final LongSupplier nanoTime;
    private final SnapshotListener listener;
    private final TreeMap<Long, PartInProgress> open = new TreeMap<>();
    private final TreeMap<Long, List<TaskCapture>> early = new TreeMap<>();
    private final TreeMap<Long, CommittedBlocks> written = new TreeMap<>();
    private CommittedBlocks committed = CommittedBlocks.NONE;
    private long generation;
    private long lastBegun;

    /**
     * @param codec codec that only the writer's thread uses
     * @param wake action that makes the thread call {@link #doWork}; called by any thread
     */
    public SnapshotWriter(
            SnapshotStore store,
            Owner owner,
            ValuesCodec codec,
            LongSupplier nanoTime,
            SnapshotListener listener,
            Runnable wake) {
        this.store = store;
        this.owner = owner;
        this.codec = codec;
        this.nanoTime = nanoTime;
        this.listener = listener;
        this.wake = wake;
    }

    // Any thread

    /**
     * A snapshot has begun.
     *
     * @param tasks number of tasks of this worker that will be captured, at least 1
     */
    public void begin(long ofGeneration, long snapshotId, int tasks) {
        hand(() -> onBegin(ofGeneration, snapshotId, tasks));
    }

    /** Hands over the capture of a task, which the writer releases. */
    public void add(long ofGeneration, long snapshotId, TaskCapture task) {
        hand(() -> onAdd(ofGeneration, snapshotId, task));
    }

    /** A snapshot will not be committed. If it is in progress here, it is dropped; the listener is not called. */
    public void abort(long snapshotId) {
        hand(() -> onAbort(snapshotId));
    }

    /**
     * A snapshot was committed. Must be called before tasks learn of it, as they refer to it with their next capture.
     */
    public void committed(long snapshotId) {
        hand(() -> onCommitted(snapshotId));
    }

    /**
     * The topology goes back to a snapshot. Snapshots in progress are dropped, and later captures refer to none before.
     */
    public void reset(long newGeneration) {
        hand(() -> onReset(newGeneration));
    }

    /** Drops all snapshots in progress. Captures that come afterwards are released. */
    public void close() {
        hand(() -> onReset(Long.MAX_VALUE));
    }

    /** Returns how many bytes of blocks were written for all snapshots, from which a caller sees progress. */
    public long writtenBytes() {
        return writtenBytes.get();
    }

    private void hand(Runnable call) {
        calls.add(call);
        wake.run();
    }

    // The writer's thread

    /** Does the work of one call. Returns 0 if there is none. */
    public int doWork() {
        Runnable call = calls.poll();
        if (call == null) {
            return 0;
        }
        call.run();
        return 1;
    }

    private void onBegin(long ofGeneration, long id, int tasks) {
        if (ofGeneration < generation || id <= lastBegun) {
            return;
        }
        generationIs(ofGeneration);
        lastBegun = id;
        String name = owner.names().part(generation, id, owner.worker(), owner.epoch());
        open.put(id, new PartInProgress(store, owner.worker(), name, tasks, codec, nanoTime, writtenBytes::addAndGet));
        releaseEarly(id - 1);
        List<TaskCapture> waiting = early.remove(id);
        if (waiting != null) {
            waiting.forEach(task -> onAdd(ofGeneration, id, task));
        }
    }

    private void onAdd(long ofGeneration, long id, TaskCapture task) {
        if (ofGeneration > generation) {
            generationIs(ofGeneration);
        }
        PartInProgress part = ofGeneration == generation ? open.get(id) : null;
        if (part != null) {
            write(id, part, task);
        } else if (ofGeneration == generation && id > lastBegun) {
            early.computeIfAbsent(id, none -> new ArrayList<>()).add(task);
        } else {
            task.release();
        }
    }

    private void write(long id, PartInProgress part, TaskCapture task) {
        String what = "task " + task.taskIndex() + " of component '" + task.component() + "'";
        try {
            part.add(task, committed);
            if (part.isComplete()) {
                what = "part of worker " + owner.worker();
                WorkerPart published = part.publish();
                open.remove(id);
                written.put(id, part.blocks(id));
                listener.written(generation, id, published, part.wholeBytes(), part.times());
            }
        } catch (IOException | RuntimeException | Error e) {
            // Errors are reported too: a snapshot without a report would be waited for
            LOG.debug("snapshot {} failed", id, Foreign.readable(e));
            drop(id);
            if (Foreign.isFatal(e)) {
                listener.fatal((Error) e);
                return;
            }
            listener.failed(generation, id, what + ": " + StoreErrors.reason(Foreign.readable(e)));
        } finally {
            task.release();
        }
    }

    private void onAbort(long id) {
        // A late begin of the snapshot has no effect
        lastBegun = Math.max(lastBegun, id);
        drop(id);
        written.remove(id);
        releaseEarly(id);
    }

    private void onCommitted(long id) {
        CommittedBlocks blocks = written.get(id);
        if (blocks != null) {
            committed = blocks;
        }
        written.headMap(id, true).clear();
    }

    private void onReset(long newGeneration) {
        if (newGeneration > generation) {
            generationIs(newGeneration);
        }
    }

    private void generationIs(long next) {
        if (next == generation) {
            return;
        }
        generation = next;
        List.copyOf(open.keySet()).forEach(this::drop);
        releaseEarly(Long.MAX_VALUE);
        written.clear();
        committed = CommittedBlocks.NONE;
    }

    private void releaseEarly(long to) {
        Map<Long, List<TaskCapture>> over = early.headMap(to, true);
        over.values().forEach(tasks -> tasks.forEach(TaskCapture::release));
        over.clear();
    }

    private void drop(long id) {
        PartInProgress part = open.remove(id);
        try {
            if (part != null) {
                part.close();
            }
        } catch (IOException e) {
            // The cleaner removes the draft
            LOG.debug("the draft of snapshot {} stays", id, e);
        }
    }
}
