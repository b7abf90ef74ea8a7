// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.agent;

import io.millrace.api.ComponentSpec;
import io.millrace.api.error.TopologyException;
import io.millrace.runtime.codec.CodecException;
import io.millrace.runtime.executor.Executor;
import io.millrace.runtime.executor.Receiver;
import io.millrace.runtime.plan.TaskPlan;
import io.millrace.runtime.snapshot.AgentPort;
import io.millrace.runtime.snapshot.AgentState;
import io.millrace.runtime.snapshot.SnapshotMessage;
import io.millrace.runtime.snapshot.SnapshotMessage.Hold;
import io.millrace.runtime.snapshot.SnapshotMessage.Release;
import io.millrace.runtime.snapshot.SnapshotMessage.Reset;
import io.millrace.runtime.snapshot.SnapshotMessage.Waits;
import io.millrace.runtime.snapshot.SnapshotMessageCodec;
import io.millrace.runtime.snapshot.SnapshotSettings;
import io.millrace.runtime.snapshot.Term;
import io.millrace.runtime.snapshot.store.DamagedSnapshotException;
import io.millrace.runtime.snapshot.store.SnapshotFormatException;
import io.millrace.runtime.snapshot.store.SnapshotListener;
import io.millrace.runtime.snapshot.store.SnapshotWriter;
import io.millrace.runtime.snapshot.store.TaskCapture;
import io.millrace.runtime.snapshot.store.WorkerPart;
import io.millrace.runtime.snapshot.store.WriteTimes;
import io.millrace.runtime.snapshot.task.SnapshotPort;
import io.millrace.runtime.snapshot.task.SnapshotTask;
import io.millrace.runtime.state.ReusableStates;
import io.millrace.runtime.state.TaskStates;
import io.millrace.runtime.task.TaskFailure;
import io.millrace.runtime.task.TaskGroup;
import io.millrace.runtime.task.TaskRestore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.ObjLongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The agent of one worker, and the coordinator of the topology if it is in this worker. Confined to the thread of its
 * host, except for the methods for which {@link SnapshotPort} and {@link SnapshotListener} allow other threads.
 */
public final class SnapshotAgent implements SnapshotPort, AgentPort, SnapshotListener, Receiver {

    private static final Logger LOG = LoggerFactory.getLogger(SnapshotAgent.class);
    private static final long RETRY_NANOS = 1_000_000_000;

    private final String worker;
    private final SnapshotSettings settings;
    private final ReusableStates reusable;
    private final LongSupplier clock;
    private final AgentState state;

    // These fields are constant once the executors run
    private AgentHost host;
    private List<Executor> executors = List.of();
    private int tasks;
    private int tasksThatCommit;
    private Restoration restoration;
    private Background background;
    private SnapshotWriter writer;
    private TaskWaits waits;

    /** The coordinator's seat; null unless the coordinator is in this worker. */
    private CoordinatorSeat seat;

    /** The worker of the coordinator. */
    private String coordinator = "";

    // The present reset
    private Reset resetting;
    private int toReset;
    private int toRestore;
    private long retryAt = Long.MAX_VALUE;

    // The snapshot that is committed
    private long committing;
    private int toCommit;

    // The snapshot that is taken
    private final CaptureTimes taking = new CaptureTimes();

    /** The last snapshot that the writer has begun. */
    private long begun;

    private long begunAt;

    /** @param clock clock of the executors, in nanoseconds; any thread may read it */
    SnapshotAgent(String worker, long epoch, SnapshotSettings settings, ReusableStates reusable, LongSupplier clock) {
        this.reusable = reusable;
        this.clock = clock;
        this.worker = worker;
        this.settings = settings;
        this.state = new AgentState(worker, epoch, this);
    }

    /** Begins to work. No executor runs yet. */
    void attach(
            AgentHost at,
            List<Executor> all,
            TaskPlan topology,
            List<Integer> taskIds,
            Restoration restores,
            Background blocking,
            SnapshotWriter writes) {
        host = at;
        executors = List.copyOf(all);
        waits = new TaskWaits(at, executors, topology);
        tasks = taskIds.size();
        tasksThatCommit = (int) taskIds.stream()
                .map(topology::specOf)
                .filter(spec -> spec.kind() == ComponentSpec.Kind.SPOUT
                        || spec.snapshots().committing())
                .count();
        restoration = restores;
        background = at.endingBy(blocking);
        writer = writes;
        host.deliverTo(this::dispatch);
    }

    /** Puts the coordinator into this worker. */
    void coordinateBy(CoordinatorSeat made) {
        seat = made;
    }

    /** Returns the coordinator if it is in this worker; else null. */
    CoordinatorSeat seat() {
        return seat;
    }

    /** A connection to another worker was lost, with messages of this one. Any thread may call it. */
    void connectionLost(String to) {
        host.submit(() -> state.connectionLost("its connection to worker " + to + " was lost", host.now()));
    }

    /** Follows the coordinator that is in the named worker, as far as is known. */
    void follow(String of, Term term) {
        coordinator = of;
        state.join(term, host.now());
    }

    // Each turn of the host

    @Override
    public int receive(int limit) {
        long now = host.now();
        int work = state.doWork(now);
        if (retryAt <= now) {
            retryAt = Long.MAX_VALUE;
            read(resetting);
            work++;
        }
        if (seat != null) {
            work += seat.doWork(now);
            seat.publishHistory();
        }
        return work;
    }

    @Override
    public long deadline(long now) {
        long next = Math.min(state.deadline(), retryAt);
        return seat == null ? next : Math.min(next, seat.coordinator().deadline());
    }

    private void dispatch(SnapshotMessage message) {
        long now = host.now();
        if (isForAgent(message)) {
            state.onMessage(message, now);
        } else if (seat != null) {
            seat.coordinator().onMessage(message, now);
        }
    }

    private static boolean isForAgent(SnapshotMessage message) {
        return message instanceof Reset
                || message instanceof SnapshotMessage.Start
                || message instanceof SnapshotMessage.Trigger
                || message instanceof SnapshotMessage.Abort
                || message instanceof SnapshotMessage.Committed;
    }

    // Actions that the agent's state asks for

    @Override
    public void send(SnapshotMessage message) {
        host.send(coordinator, message);
    }

    @Override
    public void reset(Reset to) {
        resetting = to;
        retryAt = Long.MAX_VALUE;
        taking.forget();
        begun = 0;
        committing = 0;
        writer.reset(to.generation());
        toReset = executors.size();
        long generation = to.generation();
        onAll(
                (executor, number) -> {
                    executor.reset(number);
                    host.submit(() -> executorReset(number));
                },
                generation);
    }

    private void onAll(ObjLongConsumer<Executor> command, long number) {
        for (Executor executor : executors) {
            executor.submit(() -> command.accept(executor, number));
        }
    }

    /** Runs a command on all executors that are in the present generation. */
    private void inGeneration(Consumer<Executor> command) {
        long generation = state.generation();
        onAll(
                (executor, number) -> {
                    if (executor.generationNumber() == number) {
                        command.accept(executor);
                    }
                },
                generation);
    }

    private void executorReset(long generation) {
        if (resetting.generation() == generation && --toReset == 0) {
            // The snapshot is read only now, as states that tasks leave need not be read
            read(resetting);
        }
    }

    private void read(Reset from) {
        background.run(() -> {
            try {
                Map<Integer, TaskRestore> content = restoration.read(from);
                host.submit(() -> wasRead(from, content));
            } catch (DamagedSnapshotException e) {
                host.submit(() -> state.unreadable(from.generation(), e.getMessage()));
            } catch (SnapshotFormatException e) {
                // A newer engine has written the snapshot: an older snapshot would be worse than none
                host.submit(() -> host.executor().failed(TaskFailure.ofTopology(e.getMessage())));
            } catch (CodecException e) {
                // Another try would read the same: the supervisor pauses before the next one, and shows why
                TopologyException failure = new TopologyException(e.getMessage(), e);
                host.submit(() -> host.executor().failed(failure));
            } catch (IOException | RuntimeException e) {
                host.submit(() -> retry(from, e));
            }
        });
    }

    private void retry(Reset from, Exception cause) {
        if (resetting == from) {
            LOG.warn(
                    "worker {} cannot read snapshot {}, and tries again: {}",
                    worker,
                    from.snapshotId(),
                    cause.getMessage() == null ? cause : cause.getMessage());
            retryAt = host.now() + RETRY_NANOS;
        }
    }

    private void wasRead(Reset from, Map<Integer, TaskRestore> content) {
        if (resetting != from) {
            return;
        }
        // A later restoration must read these states, as tasks change them
        reusable.clear();
        toRestore = executors.size();
        long generation = resetting.generation();
        inGeneration(executor -> {
            executor.restore(content::get);
            host.submit(() -> executorRestored(generation));
        });
    }

    private void executorRestored(long generation) {
        if (resetting.generation() == generation && --toRestore == 0) {
            state.restored(generation, host.now());
        }
    }

    @Override
    public void start(long generation) {
        inGeneration(Executor::begin);
    }

    @Override
    public void trigger(long generation, long snapshotId, boolean overtakes) {
        taking.triggered(snapshotId, clock.getAsLong());
        if (begun != snapshotId) {
            begun = snapshotId;
            begunAt = host.now();
            waits.begin();
            writer.begin(generation, snapshotId, tasks);
        }
        inGeneration(executor -> executor.forEachPart(SnapshotTask.class, task -> task.trigger(snapshotId, overtakes)));
    }

    @Override
    public void stillTaking(long generation, long snapshotId) {
        // The question is early enough to tell progress from a standstill before the standstill is reported
        if (host.now() - begunAt < settings.times().standstill() / 2) {
            return;
        }
        if (waits.isOpen()) {
            // Some executors have not answered the last question
            tellWaits(generation, snapshotId);
        }
        waits.ask(
                generation,
                snapshotId,
                () -> generation == state.generation() && snapshotId == begun,
                () -> tellWaits(generation, snapshotId));
    }

    private void tellWaits(long generation, long snapshotId) {
        long progress = taking.captures() + writer.writtenBytes() - waits.missingBarriers();
        send(new Waits(generation, snapshotId, worker, waits.words(), progress));
    }

    @Override
    public void abort(long generation, long snapshotId, String reason) {
        writer.abort(snapshotId);
        inGeneration(executor -> executor.forEachPart(SnapshotTask.class, task -> task.abort(snapshotId)));
    }

    @Override
    public void commit(long generation, long snapshotId, boolean tuples) {
        writer.committed(snapshotId);
        committing = snapshotId;
        toCommit = tasksThatCommit;
        if (toCommit == 0) {
            // The commit is reported after this call
            host.submit(() -> state.committed(generation, snapshotId));
        }
        inGeneration(executor -> executor.forEachPart(SnapshotTask.class, task -> task.committed(snapshotId, tuples)));
    }

    // Any thread

    @Override
    public boolean isAligned() {
        return settings.aligned();
    }

    @Override
    public void captured(long generation, long snapshotId, int task, long alignedNanos, TaskCapture capture) {
        long at = clock.getAsLong();
        long copyNanos = capture.copyNanos();
        boolean tuples = capture.holdsTuples();
        // The capture is noted before the writer can report its part
        host.submit(() -> {
            if (generation == state.generation()) {
                taking.captured(snapshotId, task, at, alignedNanos, copyNanos, tuples);
            }
        });
        writer.add(generation, snapshotId, capture);
    }

    @Override
    public void keep(int task, long snapshotId, TaskStates states) {
        reusable.keep(task, snapshotId, states);
    }

    @Override
    public void captureFailed(long generation, long snapshotId, String reason) {
        writer.abort(snapshotId);
        host.submit(() -> state.failed(generation, snapshotId, reason));
    }

    @Override
    public void committed(long generation, long snapshotId, int task) {
        host.submit(() -> {
            if (generation == state.generation() && snapshotId == committing && --toCommit == 0) {
                state.committed(generation, snapshotId);
            }
        });
    }

    @Override
    public void lost(long generation, String what) {
        host.submit(() -> state.goBack(generation, what, host.now()));
    }

    @Override
    public byte[] holdMessage(long generation, int source, int target, boolean on) {
        return AgentHost.bytes(
                on ? new Hold(generation, 0, target, source) : new Release(generation, 0, target, source));
    }

    @Override
    public void onMessage(TaskGroup tasks, ByteBuffer message, int offset, int length) {
        SnapshotMessage read = SnapshotMessageCodec.read(message, offset, length);
        if (read instanceof Hold hold) {
            hold(tasks, hold.generation(), hold.sourceTask(), hold.targetTask(), true);
        } else if (read instanceof Release release) {
            hold(tasks, release.generation(), release.sourceTask(), release.targetTask(), false);
        } else {
            host.submit(() -> dispatch(read));
        }
    }

    private static void hold(TaskGroup tasks, long generation, int source, int target, boolean on) {
        if (tasks.generationNumber() == generation && tasks.task(source) != null) {
            tasks.task(source).hold(target, on);
        }
    }

    @Override
    public void written(long generation, long snapshotId, WorkerPart part, long wholeBytes, WriteTimes times) {
        long at = clock.getAsLong();
        host.submit(() -> state.written(
                generation,
                snapshotId,
                part,
                wholeBytes,
                taking.written(snapshotId, at),
                taking.holdsTuples(snapshotId)));
    }

    @Override
    public void failed(long generation, long snapshotId, String reason) {
        host.submit(() -> state.failed(generation, snapshotId, reason));
    }

    @Override
    public void fatal(Error error) {
        host.submit(() -> host.executor().failed(error));
    }
}
