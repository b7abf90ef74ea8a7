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
import java.util.function.Function;

/**
 * Keeps records in snapshots, and writes them when theirs is committed. Called by the task's thread.
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

    /** An interval whose snapshot was not committed yet. */
    private record Waiting(long snapshotId, Interval interval) {}

    private final BoltCollector out;
    private final Writers writers;
    private final Function<Tuple, OutRecord> format;
    private final String submission;
    private final String id;
    private final long maxBytes;

    private final RecordBuffer buffer = new RecordBuffer();
    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
    private long waitingBytes;
    private Writer writer;
    private Marker marker = NO_MARKER;
    private long generation;
    private boolean paused;

    /** Whether a snapshot has begun, so that input must be taken until {@link #prepare}. */
    private boolean begun;

    /** @param id the transactional id */
    ExactlyOnceTask(
            TaskContext context,
            BoltCollector out,
            Writers writers,
            Function<Tuple, OutRecord> format,
            String id,
            long maxBytes) {
        this.out = out;
        this.writers = writers;
        this.format = format;
        this.submission = context.topologyId();
        this.id = id;
        this.maxBytes = maxBytes;
        context.gauge("records.held.bytes", this::held);
    }

    private long held() {
        return buffer.bytes() + waitingBytes;
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
    public void commit(long snapshotId) {
        List<Interval> due = waiting.stream()
                .filter(each -> each.snapshotId <= snapshotId)
                .map(Waiting::interval)
                .toList();
        if (due.isEmpty()) {
            return;
        }
        Marker next = marker.then(submission, generation, due);
        writer.write(due, next);
        marker = next;
        waiting.removeIf(each -> each.snapshotId <= snapshotId);
        waitingBytes -= due.stream().mapToLong(Interval::bytes).sum();
        pauseOrResume();
    }

    @Override
    public void recover(long present, List<Prepared> prepared) {
        generation = present;
        close();
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
