package io.millrace.runtime.worker;

import io.millrace.api.Emitter;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.ReplayableSpout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.StatefulBolt;
import io.millrace.api.TaskContext;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.state.ListState;
import io.millrace.api.state.MapState;
import io.millrace.api.state.StateSpec;
import io.millrace.api.state.ValueState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The topology whose savepoints are kept for ever. It may not change, other than by additions that savepoints of earlier versions need not contain. Up to
 * a number it fills states of all forms, and then it shows them.
 */
final class SavepointFixture {

    static final int FILLED = 40;
    static final int KEYS = 5;

    private SavepointFixture() {}

    /** @param end of the numbers: {@link #FILLED}, or more to show all keys */
    static Topology topology(OutsideWorld world, int end, int tasks) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", new Numbers(end), 1);
        builder.setBolt("states", new States(), tasks).fields("numbers", "key", "side");
        builder.setBolt("sink", new OutsideWorld.Sink(world.key), 1).shuffle("states");
        return builder.build();
    }

    enum Side {
        LEFT,
        RIGHT
    }

    record Total(Side side, long sum, List<String> words) {}

    static final class Numbers implements ReplayableSpout {
        private static final long serialVersionUID = 1L;

        private final int end;
        private transient SpoutCollector out;
        private transient long next;

        Numbers(int end) {
            this.end = end;
        }

        @Override
        public void open(TaskContext context, SpoutCollector collector) {
            out = collector;
        }

        @Override
        public void nextTuple() {
            if (next < end) {
                out.emit("key" + next % KEYS, next % 2 == 0, next);
                next++;
            }
        }

        @Override
        public Object snapshot() {
            return Map.of("next", next);
        }

        @Override
        public void restore(List<Object> snapshots) {
            next = (Long) ((Map<?, ?>) snapshots.get(0)).get("next");
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("key", "side", "number");
        }
    }

    static final class States implements StatefulBolt {
        private static final long serialVersionUID = 1L;
        private static final StateSpec<ValueState<Total>> TOTAL = StateSpec.value("total", Total.class);
        private static final StateSpec<MapState<String, Long>> LAST = StateSpec.map("last", String.class, Long.class);
        private static final StateSpec<ListState<Long>> ALL = StateSpec.list("all", Long.class);
        private static final StateSpec<ValueState<Long>> COUNT =
                StateSpec.value("count", Long.class).perTask();
        private static final long FAR = 4_000_000_000_000L;

        private transient TaskContext context;

        @Override
        public List<StateSpec<?>> states() {
            return List.of(TOTAL, LAST, ALL, COUNT);
        }

        @Override
        public void prepare(TaskContext task) {
            context = task;
        }

        @Override
        public void execute(Tuple input, Emitter out) {
            long number = input.getLong("number");
            Total total = context.state(TOTAL).getOr(new Total(Side.LEFT, 0, List.of("new")));
            if (number >= FILLED) {
                Map<String, Long> last = new TreeMap<>();
                context.state(LAST).forEach(last::put);
                List<Long> all = new ArrayList<>();
                context.state(ALL).forEach(all::add);
                out.emit(input.getString("key"), number, total + " " + last + " " + all);
                return;
            }
            context.state(COUNT).set(context.state(COUNT).getOr(0L) + 1);
            context.state(TOTAL)
                    .set(new Total(
                            input.getBoolean("side") ? Side.RIGHT : Side.LEFT,
                            total.sum() + number,
                            List.of("w" + number)));
            context.state(LAST).put("n" + number % 3, number);
            context.state(ALL).add(number);
            context.timers().atTime(FAR + number);
            context.timers().atEventTime(FAR + number);
            out.emit(input.getString("key"), number, "filled");
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("key", "number", "text");
        }
    }
}
