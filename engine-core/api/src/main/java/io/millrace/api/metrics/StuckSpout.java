// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.metrics;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A spout task that stands still: {@code topology.max.spout.pending} of its trees are pending, or no task takes its
 * emissions, and no tree has ended for {@code topology.standstill.warning} at least.
 *
 * @param seconds the time for which no tree has ended
 * @param pending trees that are neither acked nor failed
 * @param holders the bolts whose tasks hold inputs or do not answer; if it is empty, no task holds an input, and the
 *     tuples are lost
 */
public record StuckSpout(String component, int task, long seconds, long pending, List<Holder> holders) {

    /** The gauge of a spout task with the seconds for which it has stood still; 0 if it does not. */
    public static final String STILL = "pending.still.seconds";

    /**
     * The beginning of the names of a spout task's gauges with the number of inputs that a bolt task holds. The number
     * of that task follows.
     */
    public static final String HELD_BY = "pending.held.by.task.";

    /**
     * The beginning of the names of a spout task's gauges with the number of inputs for which a bolt task waits for
     * asynchronous calls. The number of that task follows.
     */
    public static final String CALLS_OF = "pending.held.by.calls.of.task.";

    /**
     * The beginning of the names of a spout task's gauges that are 1 if a bolt task does not answer. The number of that
     * task follows.
     */
    public static final String SILENT = "pending.no.answer.of.task.";

    /** The gauge of a spout task with the number of inputs held by the bolt tasks that have no gauge of their own. */
    public static final String HELD_BY_OTHERS = "pending.held.by.other.tasks";

    private static final int MOST_NAMED = 8;

    /**
     * A bolt that holds inputs.
     *
     * @param component the component; empty for several that are not named
     * @param tasks the tasks that hold inputs, ascending; empty if they are not named
     * @param inputs the number of inputs that they have neither acked nor failed; 0 if they do not answer
     * @param calls whether the inputs wait for asynchronous calls
     */
    public record Holder(String component, List<Integer> tasks, long inputs, boolean calls) {

        @Override
        public String toString() {
            String what = inputs == 0
                    ? (tasks.size() == 1 ? "does" : "do") + " not answer)"
                    : count(inputs, calls ? "call" : "input")
                            + (calls ? " outstanding)" : " neither acked nor failed)");
            if (tasks.isEmpty()) {
                return "other bolts (" + what;
            }
            StringJoiner numbers = new StringJoiner(", ");
            tasks.stream().limit(MOST_NAMED).forEach(task -> numbers.add(String.valueOf(task)));
            String more = tasks.size() > MOST_NAMED ? " and " + (tasks.size() - MOST_NAMED) + " more" : "";
            return "bolt " + component + " (task" + (tasks.size() == 1 ? " " : "s ") + numbers + more + ": " + what;
        }
    }

    /** Finds the stuck spouts among all tasks of a topology, by their gauges. */
    public static List<StuckSpout> of(List<TaskMetrics> tasks) {
        Map<Integer, String> components = new LinkedHashMap<>();
        tasks.forEach(task -> components.put(task.task(), task.component()));
        List<StuckSpout> stuck = new ArrayList<>();
        for (TaskMetrics task : tasks) {
            double still = task.gauges().getOrDefault(STILL, 0.0);
            if (still > 0) {
                Holders holders = new Holders();
                task.gauges().forEach((gauge, held) -> {
                    if (held > 0 && gauge.startsWith(SILENT)) {
                        int bolt = Integer.parseInt(gauge.substring(SILENT.length()));
                        holders.addSilent(components.getOrDefault(bolt, "?"), bolt);
                    }
                    boolean calls = gauge.startsWith(CALLS_OF);
                    if (held > 0 && (calls || gauge.startsWith(HELD_BY))) {
                        int holder = Integer.parseInt(gauge.substring((calls ? CALLS_OF : HELD_BY).length()));
                        holders.add(components.getOrDefault(holder, "?"), holder, held.longValue(), calls);
                    }
                });
                long others = task.gauges().getOrDefault(HELD_BY_OTHERS, 0.0).longValue();
                if (others > 0) {
                    holders.addOthers(others);
                }
                stuck.add(new StuckSpout(
                        task.component(), task.task(), Math.round(still), task.pending(), holders.list()));
            }
        }
        return List.copyOf(stuck);
    }

    /** Gathers holders by component. */
    public static final class Holders {

        private final Map<String, TreeMap<Integer, Long>> inputs = new LinkedHashMap<>();
        private final Map<String, Boolean> waiting = new LinkedHashMap<>();
        private final Map<String, TreeSet<Integer>> silent = new LinkedHashMap<>();
        private long others;

        /** Adds a task that holds inputs. */
        public void add(String component, int task, long held, boolean calls) {
            inputs.computeIfAbsent(component, none -> new TreeMap<>()).put(task, held);
            waiting.put(component, calls);
        }

        /** Adds a task that does not answer. */
        public void addSilent(String component, int task) {
            silent.computeIfAbsent(component, none -> new TreeSet<>()).add(task);
        }

        /** Adds tasks that are not named. */
        void addOthers(long held) {
            others = held;
        }

        public List<Holder> list() {
            List<Holder> list = new ArrayList<>();
            inputs.forEach((component, held) -> list.add(new Holder(
                    component,
                    List.copyOf(held.keySet()),
                    held.values().stream().mapToLong(each -> each).sum(),
                    waiting.get(component))));
            silent.forEach((component, tasks) -> list.add(new Holder(component, List.copyOf(tasks), 0, false)));
            if (others > 0) {
                list.add(new Holder("", List.of(), others, false));
            }
            return List.copyOf(list);
        }
    }

    /** Returns which task stands still and who holds its tuples, in a few words. */
    public String summary() {
        return holders.isEmpty()
                ? still() + "no task holds its " + count(pending, "pending tuple")
                : still() + "its tuples are held by " + names();
    }

    /** Returns the message in one line, with the key and the remedy. */
    public String line() {
        String tuples = count(pending, "pending tuple") + " (topology.max.spout.pending)";
        return "spout "
                + (holders.isEmpty()
                        ? still() + "no task holds its " + tuples
                        : still() + "its " + tuples + (pending == 1 ? " is" : " are") + " held by " + names())
                + ": " + remedy();
    }

    private String still() {
        return component + " task " + task + " has stood still for " + seconds + " s: ";
    }

    private String names() {
        StringJoiner names = new StringJoiner(" and ");
        holders.forEach(holder -> names.add(holder.toString()));
        return names.toString();
    }

    private String remedy() {
        if (holders.isEmpty()) {
            return "they time out after topology.message.timeout";
        }
        if (holders.stream().allMatch(holder -> holder.inputs() == 0)) {
            return "their workers cannot be reached, or calls of them last so long";
        }
        boolean calls = holders.stream().allMatch(Holder::calls);
        return (calls
                        ? "let the calls end sooner (Bolts.async has a time-out)"
                        : "ack inputs when they are in a state (docs/windows.md)")
                + ", or raise topology.max.spout.pending";
    }

    private static String count(long number, String thing) {
        return String.format(Locale.ROOT, "%,d %s%s", number, thing, number == 1 ? "" : "s");
    }
}
