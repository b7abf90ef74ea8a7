// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import io.millrace.api.BasicBolt;
import io.millrace.api.Bolt;
import io.millrace.api.BoltCollector;
import io.millrace.api.BoltDeclarer;
import io.millrace.api.Component;
import io.millrace.api.ComponentSpec;
import io.millrace.api.CustomGrouping;
import io.millrace.api.Emitter;
import io.millrace.api.Fields;
import io.millrace.api.Grouping;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.Spout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.Streams;
import io.millrace.api.Subscription;
import io.millrace.api.TaskContext;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.runtime.plan.TaskPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * A random graph of layers with fan-out, fan-in and backward edges, any groupings, several spouts, and bolts of both
 * kinds. It grows with the size. It knows how many copies each emission makes.
 */
final class RandomTopology {

    static final String DIRECT = "direct";
    private static final String[] FIELDS = {"number", "hops", "roots"};

    final TreeModel model;
    final Topology topology;

    /** The number of inputs of which one gets a fault. */
    final int trouble;

    private final TaskPlan plan;
    private AssertionError violation;

    RandomTopology(TreeModel model, int size) {
        this.model = model;
        Random random = model.random;
        this.trouble = 2 + random.nextInt(100);
        TopologyBuilder builder = new TopologyBuilder();
        List<String> sources = new ArrayList<>();
        for (int i = random.nextInt(1 + size / 3); i >= 0; i--) {
            builder.setSpout("spout" + i, new SpoutTemplate(), 1 + random.nextInt(2));
            sources.add("spout" + i);
        }
        int bolts = 1 + random.nextInt(size);
        List<BoltDeclarer> declared = new ArrayList<>();
        List<Boolean> full = new ArrayList<>();
        for (int i = 0; i < bolts; i++) {
            int tasks = 1 + random.nextInt(3);
            boolean isFull = random.nextInt(3) > 0;
            BoltDeclarer bolt = isFull
                    ? builder.setBolt("bolt" + i, new BoltTemplate(), tasks)
                    : builder.setBolt("bolt" + i, new BasicTemplate(), tasks);
            if (random.nextBoolean()) {
                bolt.tickEvery(Duration.ofMillis(1 + random.nextInt(50)));
            }
            declared.add(bolt);
            full.add(isFull);
        }
        for (int i = 0; i < bolts; i++) {
            Set<String> inputs = new LinkedHashSet<>();
            for (int more = random.nextInt(2); more >= 0; more--) {
                int among = sources.size() + i;
                int chosen = random.nextInt(among);
                inputs.add(chosen < sources.size() ? sources.get(chosen) : "bolt" + (chosen - sources.size()));
            }
            if (random.nextInt(4) == 0) {
                // These inputs are backward edges, or loops
                inputs.add("bolt" + (i + random.nextInt(bolts - i)));
            }
            BoltDeclarer bolt = declared.get(i);
            for (String input : inputs) {
                bolt.subscribe(input, Streams.DEFAULT, grouping(random));
                if (random.nextInt(3) == 0) {
                    bolt.direct(input, DIRECT);
                }
            }
        }
        topology = builder.build();
        plan = new TaskPlan(topology);
    }

    private static Grouping grouping(Random random) {
        return switch (random.nextInt(7)) {
            case 0 -> new Grouping.LocalOrShuffle();
            case 1 -> new Grouping.ByFields(Fields.of("number"));
            case 2 -> new Grouping.PartialKey(Fields.of("number"));
            case 3 -> new Grouping.All();
            case 4 -> new Grouping.Global();
            case 5 -> Grouping.Custom.of(new SomeTasks());
            default -> new Grouping.Shuffle();
        };
    }

    Component instance(ComponentSpec spec) {
        return switch (spec.kind()) {
            case SPOUT -> new ModelledSpout(this, spec.id());
            case BOLT -> new ModelledBolt(this, spec.id());
            case BASIC_BOLT -> new ModelledBolt.Basic(this, spec.id());
        };
    }

    static List<Object> roots(Tuple tuple) {
        return tuple.getList("roots");
    }

    /** Returns how many tasks get an emission on the default stream. */
    int copies(String source, Object[] values) {
        int copies = 0;
        for (ComponentSpec component : topology.components()) {
            for (Subscription input : component.inputs()) {
                if (input.source().equals(source) && input.stream().equals(Streams.DEFAULT)) {
                    copies += copies(input.grouping(), component.tasks(), values);
                }
            }
        }
        return copies;
    }

    private static int copies(Grouping grouping, int tasks, Object[] values) {
        if (grouping instanceof Grouping.All) {
            return tasks;
        }
        return grouping instanceof Grouping.Custom ? SomeTasks.count(values[0], tasks) : 1;
    }

    /** Returns a random task that subscribes to a component's direct stream, or 0. */
    int directTask(String source) {
        List<Integer> tasks = new ArrayList<>();
        for (ComponentSpec component : topology.components()) {
            if (component.inputs().stream()
                    .anyMatch(input ->
                            input.source().equals(source) && input.stream().equals(DIRECT))) {
                tasks.addAll(plan.tasksOf(component.id()));
            }
        }
        return tasks.isEmpty() ? 0 : tasks.get(model.random.nextInt(tasks.size()));
    }

    void violation(AssertionError error) {
        if (violation == null) {
            violation = error;
        }
    }

    void throwViolation() {
        if (violation != null) {
            throw violation;
        }
    }

    /** Chooses none, some or all tasks, by the tuple's number. */
    private static final class SomeTasks implements CustomGrouping {
        private static final long serialVersionUID = 1L;
        private transient List<Integer> tasks;

        static int count(Object number, int tasks) {
            return (int) ((Long) number % (tasks + 1));
        }

        @Override
        public void prepare(TaskContext context, String stream, List<Integer> targetTasks) {
            tasks = new ArrayList<>(targetTasks);
        }

        @Override
        public List<Integer> chooseTasks(List<Object> values) {
            return tasks.subList(0, count(values.get(0), tasks.size()));
        }
    }

    private static void declare(OutputDeclarer out) {
        out.declare(FIELDS);
        out.declareDirect(DIRECT, FIELDS);
    }

    private record SpoutTemplate() implements Spout {
        @Override
        public void declareOutputs(OutputDeclarer out) {
            declare(out);
        }

        @Override
        public void open(TaskContext context, SpoutCollector out) {}

        @Override
        public void nextTuple() {}
    }

    private record BoltTemplate() implements Bolt {
        @Override
        public void declareOutputs(OutputDeclarer out) {
            declare(out);
        }

        @Override
        public void prepare(TaskContext context, BoltCollector out) {}

        @Override
        public void execute(Tuple input) {}
    }

    private record BasicTemplate() implements BasicBolt {
        @Override
        public void declareOutputs(OutputDeclarer out) {
            declare(out);
        }

        @Override
        public void execute(Tuple input, Emitter out) {}
    }
}
