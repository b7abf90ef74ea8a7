// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.plan;

import io.millrace.api.ComponentSpec;
import io.millrace.api.Grouping;
import io.millrace.api.StreamSpec;
import io.millrace.api.Topology;
import io.millrace.runtime.plan.Subscriptions.Subscriber;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The traffic between tasks, estimated from a topology before it runs. Pure. Only the proportions have a meaning.
 *
 * <p>Each spout task emits one tuple per unit of time on each of its streams. A bolt emits as many on each of its
 * streams as it receives, unless the author gave a hint ({@link StreamSpec#selectivity}). Keys are assumed to be
 * distributed evenly, so all groupings distribute a task's tuples evenly over the targets, except {@code all} (each
 * target gets all of them) and {@code global} (the first target does). Tuples that flow back in a cycle are counted,
 * but are assumed to cause no further tuples.
 */
public final class TrafficEstimate {

    private final TaskPlan plan;
    private final Map<TaskPair, Double> messages = new LinkedHashMap<>();

    /** The tuples that a task receives, or emits if it is a spout task, by task id. */
    private final double[] tuples;

    private final double mean;

    private TrafficEstimate(Topology topology) {
        plan = new TaskPlan(topology);
        tuples = new double[plan.taskCount() + 1];
        Subscriptions subscriptions = new Subscriptions(topology.components());
        List<ComponentSpec> left = new ArrayList<>(topology.components());
        Set<String> done = new HashSet<>();
        while (!left.isEmpty()) {
            ComponentSpec next = next(left, done);
            left.remove(next);
            done.add(next.id());
            if (next.kind() == ComponentSpec.Kind.SPOUT) {
                double rate = rate(next);
                plan.tasksOf(next.id()).forEach(task -> tuples[task] = rate);
            }
            for (StreamSpec stream : next.outputs()) {
                for (Subscriber subscriber : subscriptions.of(next.id(), stream.name())) {
                    send(
                            next,
                            stream,
                            subscriber,
                            done.contains(subscriber.component().id()));
                }
            }
        }
        mean = Arrays.stream(tuples).sum() / Math.max(1, plan.taskCount());
    }

    public static TrafficEstimate of(Topology topology) {
        return new TrafficEstimate(topology);
    }

    /** Returns the greatest number of pairs of tasks in the estimate of a topology, which determines its cost. */
    public static long pairs(Topology topology) {
        TaskPlan plan = new TaskPlan(topology);
        return topology.components().stream()
                .flatMap(target -> target.inputs().stream()
                        .map(input -> (long) plan.tasksOf(input.source()).size() * target.tasks()))
                .mapToLong(Long::longValue)
                .sum();
    }

    /** Returns the tuples by pair of tasks, over all streams; never of a task to itself. */
    public Map<TaskPair, Double> messages() {
        return messages;
    }

    /** Returns the tuples that a task receives, or emits if it is a spout task. */
    public double tuples(int task) {
        return tuples[task];
    }

    /**
     * Returns the estimated CPU need of a task, 1 on average. Nothing is known of the tasks, so half of it is the same
     * for all of them. The other half is proportional to their tuples.
     */
    public double weight(int task) {
        return mean == 0 ? 1 : (1 + tuples[task] / mean) / 2;
    }

    /** Returns a component all of whose sources are done; in a cycle, a component with some sources done. */
    private static ComponentSpec next(List<ComponentSpec> left, Set<String> done) {
        return Stream.<Predicate<ComponentSpec>>of(
                        spec -> sources(spec).allMatch(done::contains),
                        spec -> sources(spec).anyMatch(done::contains),
                        spec -> true)
                .flatMap(rule -> left.stream().filter(rule).limit(1))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the sources of a component except itself. */
    private static Stream<String> sources(ComponentSpec spec) {
        return spec.inputs().stream().map(input -> input.source()).filter(source -> !source.equals(spec.id()));
    }

    /** Returns the highest rate of a spout's streams, because its work follows that. */
    private static double rate(ComponentSpec spout) {
        return spout.outputs().stream()
                .mapToDouble(StreamSpec::selectivity)
                .max()
                .orElse(StreamSpec.UNKNOWN_SELECTIVITY);
    }

    private void send(ComponentSpec source, StreamSpec stream, Subscriber subscriber, boolean back) {
        List<Integer> targets = plan.tasksOf(subscriber.component().id());
        List<Integer> reached = subscriber.grouping() instanceof Grouping.Global ? targets.subList(0, 1) : targets;
        double share = subscriber.grouping() instanceof Grouping.All ? 1 : 1.0 / reached.size();
        for (int from : plan.tasksOf(source.id())) {
            double input = source.kind() == ComponentSpec.Kind.SPOUT ? 1 : tuples[from];
            double sent = input * stream.selectivity() * share;
            for (int to : reached) {
                if (from != to) {
                    messages.merge(new TaskPair(from, to), sent, Double::sum);
                }
                if (!back) {
                    tuples[to] += sent;
                }
            }
        }
    }
}
