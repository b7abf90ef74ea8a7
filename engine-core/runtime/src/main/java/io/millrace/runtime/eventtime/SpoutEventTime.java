// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.eventtime;

import io.millrace.api.EventTime;
import io.millrace.api.config.TopologyKeys;
import io.millrace.runtime.task.PartitionedTime;
import io.millrace.runtime.task.SpoutPart;
import io.millrace.runtime.task.SpoutTask;
import io.millrace.runtime.task.TurnPart;
import io.millrace.runtime.tuple.StreamRef;
import io.millrace.runtime.tuple.Watermark;
import java.util.Arrays;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The event time of a spout task's tuples, and the watermarks that it sends. Confined to the executor's thread. */
final class SpoutEventTime implements SpoutPart, TurnPart, PartitionedTime {

    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final int NOT_YET = -2;

    private static final Logger LOG = LoggerFactory.getLogger(SpoutEventTime.class);

    /** The counter of event times that are null, of another class, or missing. */
    private static final String UNUSABLE = "event.time.unusable";

    /** The counter of event times too far ahead of the clock. */
    private static final String AHEAD = "event.time.ahead";

    /** The counter of event times before 1970. */
    private static final String NEGATIVE = "event.time.negative";

    private final SpoutTask task;
    private final EventTime declared;
    private final long intervalNanos;
    private final long mostAheadMillis;
    private final long idleNanos;

    /** The position of the field by stream; -1 if the stream has none. */
    private int[] fieldOf = {};

    /** The latest time that was emitted. */
    private long latest = Watermark.NONE;

    /** The time above which an event time is compared with the clock. */
    private long plausible = Watermark.NONE;

    private long sent = Watermark.NONE;
    private long sentAt;
    private long emittedAt;
    private boolean emitted;
    private boolean idle;
    private boolean ended;
    private boolean negativeTold;

    /**
     * The times of the partitions; null unless the spout names its partitions. If it does, {@link #latest} is not used.
     */
    private PartitionTimes partitions;

    private long lookedAt;

    SpoutEventTime(SpoutTask task, EventTime declared) {
        this.task = task;
        this.declared = declared;
        this.intervalNanos =
                task.context().config().get(TopologyKeys.WATERMARK_INTERVAL).toNanos();
        this.mostAheadMillis =
                task.context().config().get(TopologyKeys.EVENT_TIME_MAX_AHEAD).toMillis();
        this.idleNanos = declared.idleMillis() * NANOS_PER_MILLI;
        this.emittedAt = task.host().nanoTime();
        this.sentAt = emittedAt - intervalNanos;
        this.lookedAt = sentAt;
    }

    @Override
    public void partitions(int[] ids) {
        if (partitions == null) {
            partitions = new PartitionTimes();
        }
        partitions.set(ids, task.host().nanoTime());
    }

    @Override
    public void backlog(int[] ids) {
        requirePartitions();
        partitions.backlog(ids, task.host().nanoTime());
    }

    @Override
    public void add(int id, boolean backlog) {
        if (partitions != null) {
            partitions.add(id, backlog, task.host().nanoTime());
        }
    }

    @Override
    public void remove(int id) {
        if (partitions != null) {
            partitions.remove(id);
        }
    }

    private void requirePartitions() {
        if (partitions == null) {
            throw new IllegalStateException("the task has no partitions: call eventTimePartitions before");
        }
    }

    @Override
    public void partition(int id) {
        requirePartitions();
        partitions.from(id);
    }

    @Override
    public void emits(StreamRef stream, Object[] values) {
        emitted = true;
        if (partitions != null) {
            partitions.emits();
        }
        int field = fieldOf(stream);
        if (field < 0) {
            return;
        }
        long millis;
        try {
            millis = EventTime.millis(declared.field(), values[field]);
        } catch (IllegalArgumentException e) {
            count(UNUSABLE);
            task.report("event time", e);
            return;
        }
        if (millis < 0) {
            negative(millis);
        }
        if (millis <= (partitions == null ? latest : partitions.latest())) {
            return;
        }
        if (millis > plausible) {
            plausible = task.host().wallMillis() + mostAheadMillis;
            if (millis > plausible) {
                count(AHEAD);
                task.report(
                        "event time",
                        new IllegalArgumentException("the event time, field '" + declared.field() + "', is " + millis
                                + ", which is too far ahead of the clock: it moves no watermark; raise "
                                + TopologyKeys.EVENT_TIME_MAX_AHEAD.name() + " if it is right"));
                return;
            }
        }
        if (partitions == null) {
            latest = millis;
        } else {
            partitions.latest(millis);
        }
    }

    /** Counts a time before 1970. It may be right, but is mostly a -1 that stands for none. */
    private void negative(long millis) {
        count(NEGATIVE);
        if (!negativeTold) {
            negativeTold = true;
            LOG.warn(
                    "component '{}', task {}: the event time, field '{}', is {}, before 1970: it is taken as it is;"
                            + " emit null if the tuple has none; further ones are counted as {}",
                    task.component(),
                    task.id(),
                    declared.field(),
                    millis,
                    NEGATIVE);
        }
    }

    /** Adds 1 to a counter, which is made with the first use. If there is no room for it, only errors are counted. */
    private void count(String name) {
        try {
            task.context().counter(name).increment();
        } catch (IllegalArgumentException e) {
            task.report("event time", e);
        }
    }

    private int fieldOf(StreamRef stream) {
        int index = stream.index();
        if (index >= fieldOf.length) {
            int[] more = new int[index + 1];
            Arrays.fill(more, NOT_YET);
            System.arraycopy(fieldOf, 0, more, 0, fieldOf.length);
            fieldOf = more;
        }
        if (fieldOf[index] == NOT_YET) {
            fieldOf[index] = stream.fields().indexOf(declared.field());
        }
        return fieldOf[index];
    }

    /** Returns the watermark that holds for all that the task emits from now on. */
    private long reached() {
        return reached(latest);
    }

    private long reached(long time) {
        return time == Watermark.NONE ? Watermark.NONE : time - declared.latenessMillis() - 1;
    }

    @Override
    public int work(long now, int budget) {
        if (!task.sender().isEmpty()) {
            return 0;
        }
        return task.isDone() ? sendEnd() : run(now);
    }

    /**
     * Sends the watermark that is due. The outbox must be empty.
     *
     * @return number of watermarks sent
     */
    private int run(long now) {
        if (partitions != null) {
            return runPartitions(now);
        }
        if (emitted) {
            emitted = false;
            emittedAt = now;
            if (idle) {
                idle = false;
                return send(Math.max(sent, reached()), now);
            }
        }
        if (ended) {
            return 0;
        }
        int work = 0;
        boolean becomesIdle = idleNanos > 0 && !idle && now - emittedAt >= idleNanos;
        if (reached() > sent && (becomesIdle || now - sentAt >= intervalNanos)) {
            work += send(reached(), now);
        }
        if (becomesIdle) {
            idle = true;
            BoltWatermarks.send(task, Watermark.IDLE);
            work++;
        }
        return work;
    }

    private int runPartitions(long now) {
        long due = deadline(false);
        if (due == NEVER || now - due < 0) {
            return 0;
        }
        lookedAt = now;
        emitted = false;
        long reached = reached(partitions.look(now, idleNanos));
        boolean wasIdle = idle;
        idle = partitions.allIdle();
        if (wasIdle && !idle) {
            return send(Math.max(sent, reached), now);
        }
        int work = reached > sent ? send(reached, now) : 0;
        if (idle && !wasIdle) {
            BoltWatermarks.send(task, Watermark.IDLE);
            work++;
        }
        return work;
    }

    private int send(long millis, long now) {
        sent = millis;
        sentAt = now;
        if (millis != Watermark.NONE) {
            BoltWatermarks.send(task, millis);
        }
        return 1;
    }

    /** Sends the last watermark, as the task has emitted all. Returns the number of watermarks sent. */
    private int sendEnd() {
        if (ended) {
            return 0;
        }
        ended = true;
        sent = Watermark.END;
        BoltWatermarks.send(task, Watermark.END);
        return 1;
    }

    /** Returns whether the tasks downstream know that no more tuples come. */
    @Override
    public boolean hasSentEnd() {
        return ended;
    }

    /** Returns when a watermark may be due even if no tuple was emitted. */
    @Override
    public long deadline(boolean blocked) {
        if (ended || blocked) {
            return NEVER;
        }
        if (partitions != null) {
            boolean atOnce = partitions.hasChanged() || emitted && idle;
            long look = atOnce ? lookedAt : emitted ? lookedAt + intervalNanos : NEVER;
            return Math.min(look, partitions.nextIdle());
        }
        long next = emitted || reached() > sent ? sentAt + intervalNanos : NEVER;
        return idleNanos > 0 && !idle ? Math.min(next, emittedAt + idleNanos) : next;
    }
}
