// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker.exactlyonce;

import io.millrace.api.Emitter;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.StatefulBolt;
import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;
import io.millrace.api.state.MapState;
import io.millrace.api.state.StateSpec;
import io.millrace.api.state.ValueState;
import java.util.List;

/** Bolts with states, whose outputs do not depend on the order in which tuples of different sources come. */
final class StatefulBolts {

    private StatefulBolts() {}

    /** The common part of the bolts. */
    private abstract static class Base implements StatefulBolt {

        private static final long serialVersionUID = 1L;
        private final Shape.Node node;
        private transient TaskContext context;

        Base(Shape.Node node) {
            this.node = node;
        }

        Shape.Node node() {
            return node;
        }

        @Override
        public void prepare(TaskContext task) {
            context = task;
        }

        void emit(Emitter out, long key, long number) {
            PassingBolts.emit(context, node, out, key, number);
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            Direct.declare(declarer);
        }
    }

    static final class Count extends Base {

        private static final long serialVersionUID = 1L;
        private static final StateSpec<ValueState<Long>> COUNT = StateSpec.value("count", Long.class);
        private transient ValueState<Long> count;

        Count(Shape.Node node) {
            super(node);
        }

        @Override
        public List<StateSpec<?>> states() {
            return List.of(COUNT);
        }

        @Override
        public void prepare(TaskContext task) {
            super.prepare(task);
            count = task.state(COUNT);
        }

        @Override
        public void execute(Tuple input, Emitter out) {
            long next = count.getOr(0L) + 1;
            count.set(next);
            emit(out, input.getLong("key"), next);
        }
    }

    static final class CountInTask extends Base {

        private static final long serialVersionUID = 1L;
        private static final StateSpec<MapState<Long, Long>> COUNTS =
                StateSpec.map("counts", Long.class, Long.class).perTask();
        private transient MapState<Long, Long> counts;

        CountInTask(Shape.Node node) {
            super(node);
        }

        @Override
        public List<StateSpec<?>> states() {
            return List.of(COUNTS);
        }

        @Override
        public void prepare(TaskContext task) {
            super.prepare(task);
            counts = task.state(COUNTS);
        }

        @Override
        public void execute(Tuple input, Emitter out) {
            long key = input.getLong("key");
            Long before = counts.get(key);
            long next = before == null ? 1 : before + 1;
            counts.put(key, next);
            emit(out, key, next);
        }
    }

    static final class Distinct extends Base {

        private static final long serialVersionUID = 1L;
        private static final StateSpec<MapState<Long, Boolean>> SEEN = StateSpec.map("seen", Long.class, Boolean.class);
        private transient MapState<Long, Boolean> seen;

        Distinct(Shape.Node node) {
            super(node);
        }

        @Override
        public List<StateSpec<?>> states() {
            return List.of(SEEN);
        }

        @Override
        public void prepare(TaskContext task) {
            super.prepare(task);
            seen = task.state(SEEN);
        }

        @Override
        public void execute(Tuple input, Emitter out) {
            long number = input.getLong("number");
            if (!seen.contains(number)) {
                seen.put(number, true);
                emit(out, input.getLong("key"), number);
            }
        }
    }

    /** Counts equal tuples of both inputs, and emits one when the smaller count grows. */
    static final class Join extends Base {

        private static final long serialVersionUID = 1L;
        private static final StateSpec<ValueState<Long>> FIRST = StateSpec.value("first", Long.class);
        private static final StateSpec<ValueState<Long>> SECOND = StateSpec.value("second", Long.class);
        private transient ValueState<Long> first;
        private transient ValueState<Long> second;

        Join(Shape.Node node) {
            super(node);
        }

        @Override
        public List<StateSpec<?>> states() {
            return List.of(FIRST, SECOND);
        }

        @Override
        public void prepare(TaskContext task) {
            super.prepare(task);
            first = task.state(FIRST);
            second = task.state(SECOND);
        }

        @Override
        public void execute(Tuple input, Emitter out) {
            boolean isFirst =
                    input.sourceComponent().equals(node().inputs().get(0).source());
            ValueState<Long> own = isFirst ? first : second;
            long count = own.getOr(0L) + 1;
            own.set(count);
            if (count <= (isFirst ? second : first).getOr(0L)) {
                emit(out, input.getLong("key"), input.getLong("number"));
            }
        }
    }
}
