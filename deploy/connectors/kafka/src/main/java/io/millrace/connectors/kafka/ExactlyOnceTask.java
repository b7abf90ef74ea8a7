// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.kafka;

import io.millrace.api.BoltCollector;
import io.millrace.api.CommittingBolt.Prepared;
import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;
import io.millrace.api.error.TopologyException;
import io.millrace.connectors.kafka.Writers.Writer;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;

/**
 * Keeps records in snapshots, and writes them when theirs is committed. Called by the task's thread; what writes is an
 * executor, so that the task takes the records of the next interval meanwhile. The engine begins the next snapshot when
 * they are written, so a snapshot has the records of one interval.
 *
 * <p>A producer cannot go on with the transaction of another process, so nothing is sent to the servers before the
 * commit. What makes a repetition harmless is the marker that is written in the transaction of the records, and what
 * makes a late predecessor harmless is that its successor has taken over the transactional id before it reads the
 * marker: from then on the predecessor cannot commit, and what it has committed before is in the marker.
 */
final class ExactlyOnceTask implements SinkTask {

    /** What a snapshot can contain of a task: the engine's bound of 64 MiB for encoded values, less their heads. */
    static final long MOST_BYTES = 60L << 20;

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final Marker NO_MARKER = new Marker("-", 0, List.of());

    /** An interval that was not written yet, as far as the task's thread knows. */
    private record Waiting(long snapshotId, Interval interval) {}

    /**
     * A transaction.
     *
     * @param bytes of its intervals
     * @param marker which is valid afterwards
     */
    private record Commit(long snapshotId, long bytes, Marker marker, CompletableFuture<Void> end) {

        static final Commit NONE = new Commit(0, 0, NO_MARKER, CompletableFuture.completedFuture(null));
    }

    private final BoltCollector out;
    private final Writers writers;
    private final Function<Tuple, OutRecord> format;
    private final String submission;
    private final String id;
    private final long maxBytes;
    private final Executor commits;

    private final RecordBuffer buffer = new RecordBuffer();
    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
    private long waitingBytes;
    private Writer writer;
    private Marker marker = NO_MARKER;

    /** The commit that was begun last. Its intervals wait until {@link #settle}. */
    private Commit last = Commit.NONE;

    private long generation;
    private boolean paused;

    /** Whether a snapshot has begun, so that input must be taken until {@link #prepare}. */
    private boolean begun;

    /**
     * @param id the transactional id
     * @param commits run one after the other
     */
    ExactlyOnceTask(
            TaskContext context,
            BoltCollector out,
            Writers writers,
            Function<Tuple, OutRecord> format,
            String id,
            long maxBytes,
            Executor commits) {
        this.out = out;
        this.writers = writers;
        this.format = format;
        this.submission = context.topologyId();
        this.id = id;
        this.maxBytes = maxBytes;
        this.commits = commits;
        context.gauge("records.held.bytes", () -> held() + (last.end.isDone() ? 0 : last.bytes));
    }

    /** What the next snapshot contains: not what is being written, of which a snapshot was committed. */
    private long held() {
        return buffer.bytes() + waitingBytes - last.bytes;
    }

    @Override
    public void write(Tuple input) {
        buffer.add(format.apply(input));
        out.ack(input);
        pauseOrResume();
    }

    private void pauseOrResume() {
        boolean shall = !begun && held() >= maxBytes;
        if (shall && !paused) {
            out.pauseInput();
        } else if (!shall && paused) {
            out.resumeInput();
        }
        paused = shall;
    }

    /** The barriers are behind input that waits for this task, so it takes more than its bound until they have come. */
    @Override
    public void begun(long snapshotId) {
        settle();
        if (held() > MOST_BYTES) {
            throw new TopologyException("the sink " + id + " holds " + held() + " bytes, and a snapshot can contain "
                    + MOST_BYTES
                    + " of a task, as several snapshots have failed, or much is on its way to it: all go back to the"
                    + " last snapshot; find out why they fail, or set a shorter topology.snapshot.interval or more"
                    + " tasks");
        }
        begun = true;
        pauseOrResume();
    }

    @Override
    public Object prepare(long snapshotId) {
        settle();
        begun = false;
        Object handle = null;
        if (!buffer.isEmpty()) {
            Interval interval = new Interval(id, RANDOM.nextLong(), buffer.take());
            waiting.add(new Waiting(snapshotId, interval));
            waitingBytes += interval.bytes();
            handle = interval.encode();
        }
        pauseOrResume();
        return handle;
    }

    @Override
    public CompletionStage<Void> beginCommit(long snapshotId) {
        settle();
        List<Interval> due = waiting.stream()
                .filter(each -> each.snapshotId <= snapshotId)
                .map(Waiting::interval)
                .toList();
        if (due.isEmpty()) {
            return CompletableFuture.completedStage(null);
        }
        Marker next = marker.then(submission, generation, due);
        Writer owner = writer;
        last = new Commit(
                snapshotId,
                due.stream().mapToLong(Interval::bytes).sum(),
                next,
                CompletableFuture.runAsync(() -> owner.write(due, next), commits));
        pauseOrResume();
        return last.end;
    }

    /** Waits for the last commit. Intervals that could not be written still wait; the engine knows of the failure. */
    private void settle() {
        Commit ended = last;
        last = Commit.NONE;
        try {
            ended.end.join();
        } catch (CompletionException e) {
            return;
        }
        if (ended != Commit.NONE) {
            waiting.removeIf(each -> each.snapshotId <= ended.snapshotId);
            waitingBytes -= ended.bytes;
            marker = ended.marker;
        }
    }

    @Override
    public void recover(long present, List<Prepared> prepared) {
        generation = present;
        close();
        last = Commit.NONE;
        buffer.take();
        waiting.clear();
        waitingBytes = 0;
        Map<String, List<Interval>> byWriter = new LinkedHashMap<>();
        for (Prepared each : prepared) {
            Interval interval = Interval.decode(each.handle());
            byWriter.computeIfAbsent(interval.writer(), none -> new ArrayList<>())
                    .add(interval);
        }
        List<Interval> own = byWriter.remove(id);
        byWriter.forEach((other, intervals) -> {
            try (Writer successor = writers.open(other)) {
                writeMissing(successor, intervals);
            }
        });
        writer = writers.open(id);
        marker = writeMissing(writer, own == null ? List.of() : own);
    }

    /** Returns the marker that is valid afterwards. */
    private Marker writeMissing(Writer owner, List<Interval> intervals) {
        Marker found = owner.marker();
        Marker last = found == null ? NO_MARKER : found;
        if (!intervals.isEmpty() && last.isAfter(submission, generation)) {
            throw new TopologyException("the sink " + intervals.get(0).writer() + " of generation " + generation
                    + " begins after one of generation " + last.generation()
                    + " has written: it writes nothing; its worker was believed to be dead, so end it");
        }
        List<Interval> missing =
                intervals.stream().filter(each -> !last.contains(each)).toList();
        if (missing.isEmpty()) {
            return last;
        }
        Marker next = last.then(submission, generation, missing);
        owner.write(missing, next);
        return next;
    }

    @Override
    public void close() {
        if (writer != null) {
            writer.close();
        }
    }
}
