// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.grouping;

import io.millrace.api.CustomGrouping;
import io.millrace.api.Fields;
import io.millrace.api.Grouping;
import io.millrace.api.TaskContext;
import io.millrace.api.error.TopologyException;
import io.millrace.runtime.codec.ValuesCodec;
import io.millrace.runtime.plan.Subscriptions.Subscriber;
import io.millrace.runtime.tuple.StreamRef;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.random.RandomGenerator;

/** Makes the selectors of the source tasks of one executor, on its thread. */
public final class TargetSelectorFactory {

    private final TaskGraph graph;
    private final ValuesCodec codec;
    private final IntPredicate isHere;
    private final RandomGenerator random;
    private final ClassLoader loader;

    /**
     * @param isHere predicate of the tasks that run in this worker
     * @param loader class loader that sees the author's classes
     */
    public TargetSelectorFactory(
            TaskGraph graph, ValuesCodec codec, IntPredicate isHere, RandomGenerator random, ClassLoader loader) {
        this.graph = graph;
        this.codec = codec;
        this.isHere = isHere;
        this.random = random;
        this.loader = loader;
    }

    /** Returns the selectors of the task that has this context and sees this backlog. */
    public TargetSelectors build(TaskContext source, TargetBacklog backlog) {
        List<TargetSelector> selectors = new ArrayList<>();
        for (StreamRef stream : graph.outputs(source.componentId())) {
            List<Grouper> groupers = new ArrayList<>();
            List<Integer> direct = new ArrayList<>();
            boolean allHere = true;
            for (Subscriber subscriber : graph.subscriptions().of(source.componentId(), stream.name())) {
                List<Integer> tasks =
                        graph.tasks().tasksOf(subscriber.component().id());
                allHere &= tasks.stream().allMatch(isHere::test);
                if (subscriber.grouping() instanceof Grouping.Direct) {
                    direct.addAll(tasks);
                } else {
                    groupers.add(grouper(source, backlog, stream, subscriber, tasks));
                }
            }
            selectors.add(new TargetSelector(stream, groupers, sorted(direct), allHere ? null : codec));
        }
        return new TargetSelectors(source.componentId(), selectors.toArray(TargetSelector[]::new));
    }

    private Grouper grouper(
            TaskContext source, TargetBacklog backlog, StreamRef stream, Subscriber subscriber, List<Integer> targets) {
        Grouping grouping = subscriber.grouping();
        int[] tasks = sorted(targets);
        if (grouping instanceof Grouping.Shuffle) {
            return shuffle(tasks, backlog);
        } else if (grouping instanceof Grouping.LocalOrShuffle) {
            int[] here = targets.stream().mapToInt(task -> task).filter(isHere).toArray();
            int[] among = here.length > 0 ? here : tasks;
            return shuffle(among, backlog);
        } else if (grouping instanceof Grouping.FirstIdle) {
            return new FixedGrouper(TargetList.freeTaskOf(tasks[0]));
        } else if (grouping instanceof Grouping.ByFields by) {
            boolean byPartition = subscriber.component().snapshots().stateful();
            return new FieldsGrouper(tasks, positions(stream, by.fields()), codec, byPartition);
        } else if (grouping instanceof Grouping.PartialKey by) {
            return new PartialKeyGrouper(tasks, positions(stream, by.fields()), codec);
        } else if (grouping instanceof Grouping.All) {
            return new FixedGrouper(tasks);
        } else if (grouping instanceof Grouping.Global) {
            return new FixedGrouper(tasks[0]);
        } else if (grouping instanceof Grouping.Custom custom) {
            CustomGrouping rule = custom.instantiate(loader);
            rule.prepare(source, stream.name(), targets);
            return new CustomGrouper(rule, subscriber.component().id(), targets);
        }
        throw new IllegalStateException("no rule for grouping " + grouping);
    }

    /** Returns the grouper of a shuffle grouping. With one task there is no choice, so its load is not asked for. */
    private Grouper shuffle(int[] tasks, TargetBacklog backlog) {
        int first = random.nextInt(tasks.length);
        return tasks.length == 1 ? new FixedGrouper(tasks) : new ShuffleGrouper(tasks, first, backlog);
    }

    private static int[] positions(StreamRef stream, Fields fields) {
        return fields.names().stream().mapToInt(name -> position(stream, name)).toArray();
    }

    private static int position(StreamRef stream, String field) {
        int position = stream.fields().indexOf(field);
        if (position < 0) {
            throw new TopologyException(
                    "a grouping names the field '" + field + "' of " + stream + ", which has " + stream.fields());
        }
        return position;
    }

    private static int[] sorted(List<Integer> tasks) {
        return tasks.stream().mapToInt(task -> task).sorted().toArray();
    }
}
