// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static io.millrace.runtime.worker.AuthorDoors.hit;

import io.millrace.api.Bolt;
import io.millrace.api.BoltCollector;
import io.millrace.api.BuffersInputs;
import io.millrace.api.Emitter;
import io.millrace.api.HoldsWatermarks;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.StatefulBolt;
import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;
import io.millrace.api.state.StateSpec;
import io.millrace.api.state.TimerEvent;
import io.millrace.api.state.Timers;
import io.millrace.api.state.ValueState;
import io.millrace.operators.aggregate.Aggregate;
import io.millrace.operators.async.AsyncFunction;
import io.millrace.operators.batch.BatchBolt;
import io.millrace.operators.batch.BatchEmitter;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;

/** Functions and bolts of the library of operators whose methods throw when {@link AuthorDoors} says so. */
final class OperatorDoors {

    private OperatorDoors() {}

    record Row(int number) {
        public Row {
            hit("record");
        }

        @Override
        public int number() {
            hit("record.read");
            return number;
        }
    }

    /** A function whose stages are of an author's class. */
    static final class Call implements AsyncFunction<Object> {
        private static final long serialVersionUID = 1L;
        private transient TaskContext context;

        @Override
        public void open(TaskContext task) {
            hit("async.open");
            context = task;
        }

        @Override
        public CompletionStage<Object> call(Tuple input) {
            hit("async.call");
            OwnStage stage = new OwnStage();
            try {
                hit("async.fails");
                if (AuthorDoors.isArmed("async.cancel")) {
                    return stage;
                }
                stage.complete(input.get(0));
            } catch (Throwable e) {
                stage.completeExceptionally(e);
            }
            return stage;
        }

        @Override
        public void close() {
            hit("async.close");
        }
    }

    private static final class OwnStage extends CompletableFuture<Object> {

        @Override
        public CompletableFuture<Object> whenComplete(BiConsumer<? super Object, ? super Throwable> action) {
            hit("async.whenComplete");
            return super.whenComplete(action);
        }

        @Override
        public CompletableFuture<Object> toCompletableFuture() {
            hit("async.cancel");
            return this;
        }
    }

    static final class Batches implements BatchBolt {
        private static final long serialVersionUID = 1L;

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("number");
        }

        @Override
        public void prepare(TaskContext context) {
            hit("batch.prepare");
        }

        @Override
        public void execute(List<Tuple> batch, BatchEmitter out) {
            hit("batch.execute");
            batch.forEach(input -> out.emitFor(input, input.get(0)));
        }

        @Override
        public void close() {
            hit("batch.close");
        }
    }

    /** An aggregate that counts, and throws when armed. */
    static final class Counting implements Aggregate<Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public Long init() {
            hit("aggregate.init");
            return 0L;
        }

        @Override
        public Long add(Long accumulator, Tuple input) {
            hit("aggregate.add");
            return accumulator + 1;
        }

        @Override
        public Long merge(Long first, Long second) {
            hit("aggregate.merge");
            return first + second;
        }

        @Override
        public Object result(Long accumulator) {
            hit("aggregate.result");
            return accumulator;
        }
    }

    /** Sets a timer for each number. */
    static final class Timed implements StatefulBolt {
        private static final long serialVersionUID = 1L;
        private static final StateSpec<ValueState<Long>> SEEN = StateSpec.value("seen", Long.class);
        private transient Timers timers;
        private transient ValueState<Long> seen;

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("number");
        }

        @Override
        public List<StateSpec<?>> states() {
            hit("states");
            return List.of(SEEN);
        }

        @Override
        public void prepare(TaskContext context) {
            timers = context.timers();
            seen = context.state(SEEN);
        }

        @Override
        public void execute(Tuple input, Emitter out) {
            seen.set(1L);
            timers.atTime(timers.now() + 1);
            out.emit(input.get(0));
        }

        @Override
        public void onTimer(TimerEvent timer, Emitter out) {
            hit("onTimer");
            AuthorDoors.results().add(List.of("timer", timer.key().get(0)));
        }
    }

    /** A bolt that holds one input, and throws when armed and asked for it. */
    static final class Holder implements Bolt, BuffersInputs, HoldsWatermarks {
        private static final long serialVersionUID = 1L;
        private transient BoltCollector out;
        private transient TaskContext context;
        private transient Tuple kept;
        private transient long due;

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("number");
        }

        @Override
        public void prepare(TaskContext task, BoltCollector collector) {
            out = collector;
            context = task;
        }

        @Override
        public void execute(Tuple input) {
            release();
            kept = input;
            due = context.nanoTime();
        }

        @Override
        public long deadline() {
            hit("deadline");
            return kept == null ? NEVER : due;
        }

        @Override
        public void release() {
            if (kept != null) {
                Tuple input = kept;
                kept = null;
                out.emit(input, input.get(0));
                out.ack(input);
                hit("release");
            }
        }

        @Override
        public void watermark(Runnable pass) {
            hit("watermark");
            pass.run();
        }

        @Override
        public int held() {
            hit("held");
            return kept == null ? 0 : 1;
        }
    }
}
