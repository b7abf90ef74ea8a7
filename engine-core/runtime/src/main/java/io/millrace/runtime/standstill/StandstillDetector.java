// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.standstill;

import io.millrace.api.config.TopologyKeys;
import io.millrace.api.metrics.StuckSpout;
import io.millrace.runtime.buffering.PendingCount;
import io.millrace.runtime.grouping.TaskSet;
import io.millrace.runtime.task.BoltTask;
import io.millrace.runtime.task.SpoutPart;
import io.millrace.runtime.task.SpoutTask;
import io.millrace.runtime.task.Task;
import io.millrace.runtime.task.TurnPart;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.DoubleSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the holders of the tuples of a spout task that stands still. If it may not emit because of its pending trees,
 * or because its emissions are not taken, and none of them ends for {@code topology.standstill.warning}, it asks the
 * bolt tasks downstream on the control lane how many tuples they hold. Confined to the thread of the task's executor.
 *
 * <p>Bolts that have tuples to take are slow, not stuck, and do not count as holders. Bolts that do not answer are
 * named.
 */
final class StandstillDetector implements SpoutPart, TurnPart {

    private static final Logger LOG = LoggerFactory.getLogger(StandstillDetector.class);

    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private static final long ANSWER_WITHIN_NANOS = NANOS_PER_SECOND;

    /**
     * The longest pause between questions. They become rare, as questions to a worker without a connection queue up.
     */
    private static final long LONGEST_PAUSE_NANOS = 60 * NANOS_PER_SECOND;

    private static final long LOG_INTERVAL_NANOS = 60 * NANOS_PER_SECOND;

    /** The most gauges, as each stays as long as the worker runs. */
    private static final int MOST_GAUGES = 66;

    private final SpoutTask task;
    private final TaskSet behind;
    private final Map<Integer, StandstillProbe> answers = new TreeMap<>();

    /** The last answers of holders, by bolt task. */
    private final Map<Integer, StandstillProbe> holders = new TreeMap<>();

    /** The bolt tasks that have not answered the last question. */
    private final Set<Integer> silent = new TreeSet<>();

    /** The time without an end of a tree after which bolts are asked, and from question to question if all answer. */
    private final long askAfterNanos;

    private final Set<String> gauges = new HashSet<>();
    private long pending;
    private boolean standing;
    private long since;
    private int number;

    /** The tasks that were asked. Dormant tasks are not, as they hold nothing. */
    private final Set<Integer> asked = new TreeSet<>();

    private long askedAt = NEVER;
    private long pauseNanos;
    private boolean judged;

    /** Whether the cause of the standstill is known: {@link #holders}, or that no task holds its tuples. */
    private boolean known;

    private long loggedAt = NEVER;

    StandstillDetector(SpoutTask task) {
        this.task = task;
        this.behind = task.host().graph().behind(task.component());
        this.askAfterNanos =
                task.context().config().get(TopologyKeys.STANDSTILL_WARNING).toNanos();
        this.pauseNanos = askAfterNanos;
    }

    @Override
    public void look(long now, int trees, boolean stands) {
        pending = trees;
        if (!stands || !standing) {
            standing = stands;
            since = now;
            if (askedAt != NEVER) {
                askedAt = NEVER;
                pauseNanos = askAfterNanos;
                known = false;
                holders.clear();
                silent.clear();
            }
        } else if (now >= deadline(false)) {
            act(now);
        }
    }

    @Override
    public long deadline(boolean blocked) {
        if (!standing) {
            return NEVER;
        }
        if (askedAt == NEVER) {
            return since + askAfterNanos;
        }
        if (judged) {
            return askedAt + pauseNanos;
        }
        return answers.size() == asked.size() ? askedAt : askedAt + ANSWER_WITHIN_NANOS;
    }

    private void act(long now) {
        if (askedAt == NEVER || judged) {
            askedAt = now;
            judged = false;
            number++;
            answers.clear();
            asked.clear();
            for (int i = 0; i < behind.size(); i++) {
                int bolt = behind.task(i);
                if (task.host().paths().to(bolt).isDormant()) {
                    continue;
                }
                asked.add(bolt);
                byte[] question =
                        StandstillProbe.question(task.id(), bolt, number).bytes();
                task.host().paths().control(bolt, question);
            }
        } else {
            judged = true;
            judge(now);
        }
    }

    /** Takes a question or an answer, at the bolt or at the spout. */
    static void onMessage(Task task, StandstillProbe message) {
        if (message.answer()) {
            task.part(StandstillDetector.class).ifPresent(part -> part.answered(message));
        } else if (task instanceof BoltTask bolt) {
            answer(bolt, message);
        }
    }

    private static void answer(BoltTask bolt, StandstillProbe question) {
        long inputs = bolt.tally().held();
        int waiting = bolt.inbox().size();
        // A bolt that has much to take, or cannot emit, is slow: the tuples that it holds are not what blocks the spout
        boolean holds = bolt.sender().isEmpty() && (bolt.inbox().isClosed() || inputs >= waiting);
        boolean calls = bolt.part(PendingCount.class)
                .filter(PendingCount::waitsForCalls)
                .isPresent();
        StandstillProbe answer = question.answer(
                calls, holds ? inputs : 0, (long) waiting + bolt.sender().waiting());
        bolt.host().paths().control(question.spout(), answer.bytes());
    }

    private void answered(StandstillProbe answer) {
        if (answer.number() == number && behind.indexOf(answer.bolt()) >= 0) {
            answers.put(answer.bolt(), answer);
            if (answers.size() == asked.size()) {
                task.ready();
            }
        }
    }

    private void judge(long now) {
        holders.clear();
        silent.clear();
        asked.stream().filter(bolt -> !answers.containsKey(bolt)).forEach(silent::add);
        boolean nobody = silent.isEmpty();
        pauseNanos = nobody ? askAfterNanos : Math.min(2 * pauseNanos, LONGEST_PAUSE_NANOS);
        for (StandstillProbe answer : answers.values()) {
            if (answer.held() > 0) {
                holders.put(answer.bolt(), answer);
            }
            nobody &= answer.held() == 0 && answer.waiting() == 0;
        }
        known = nobody || !holders.isEmpty() || !silent.isEmpty();
        if (known) {
            show();
            if (loggedAt == NEVER || now - loggedAt >= LOG_INTERVAL_NANOS) {
                loggedAt = now;
                LOG.warn("{}", found(now).line());
            }
        }
    }

    private StuckSpout found(long now) {
        StuckSpout.Holders named = new StuckSpout.Holders();
        holders.forEach((bolt, held) -> named.add(task.context().componentOf(bolt), bolt, held.held(), held.calls()));
        silent.forEach(bolt -> named.addSilent(task.context().componentOf(bolt), bolt));
        return new StuckSpout(task.component(), task.id(), (now - since) / NANOS_PER_SECOND, pending, named.list());
    }

    /** Shows the findings by gauges. */
    private void show() {
        gauge(StuckSpout.STILL, () -> known ? (task.host().nanoTime() - since) / (double) NANOS_PER_SECOND : 0);
        gauge(StuckSpout.HELD_BY_OTHERS, this::heldByOthers);
        for (int bolt : silent) {
            if (gauges.size() < MOST_GAUGES) {
                gauge(StuckSpout.SILENT + bolt, () -> silent.contains(bolt) ? 1 : 0);
            }
        }
        for (StandstillProbe holder : holders.values()) {
            int bolt = holder.bolt();
            if (gauges.size() < MOST_GAUGES) {
                gauge(
                        name(holder),
                        () -> holders.containsKey(bolt) ? holders.get(bolt).held() : 0);
            }
        }
    }

    private static String name(StandstillProbe holder) {
        return (holder.calls() ? StuckSpout.CALLS_OF : StuckSpout.HELD_BY) + holder.bolt();
    }

    /** Returns how many tuples the bolt tasks without a gauge hold. */
    private double heldByOthers() {
        return holders.values().stream()
                .filter(holder -> !gauges.contains(name(holder)))
                .mapToLong(StandstillProbe::held)
                .sum();
    }

    private void gauge(String name, DoubleSupplier value) {
        if (gauges.add(name)) {
            task.context().show(name, value);
        }
    }
}
