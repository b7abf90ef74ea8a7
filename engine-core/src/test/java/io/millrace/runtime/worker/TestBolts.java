package io.millrace.runtime.worker;

import io.millrace.api.BasicBolt;
import io.millrace.api.Bolt;
import io.millrace.api.BoltCollector;
import io.millrace.api.Emitter;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;
import java.io.Serializable;

/** Bolts from lambdas. */
final class TestBolts {

    interface Basic extends Serializable {
        void execute(Tuple input, Emitter out);
    }

    interface Full extends Serializable {
        void execute(Tuple input, BoltCollector out, TaskContext context);
    }

    private TestBolts() {}

    /** Returns a bolt whose inputs are acked automatically. */
    static BasicBolt basic(Basic body, String... fields) {
        return new FromBasic(body, fields);
    }

    static Bolt full(Full body, String... fields) {
        return new FromFull(body, fields);
    }

    /** Returns a bolt that records the first value of each tuple. */
    static BasicBolt sink(String test) {
        return basic((input, out) -> Journal.of(test).seen.add(input.get(0)));
    }

    /** Returns a bolt that emits the first value. */
    static BasicBolt pass() {
        return basic((input, out) -> out.emit(input.get(0)), "number");
    }

    private record FromBasic(Basic body, String[] fields) implements BasicBolt {

        @Override
        public void declareOutputs(OutputDeclarer out) {
            if (fields.length > 0) {
                out.declare(fields);
            }
        }

        @Override
        public void execute(Tuple input, Emitter out) {
            body.execute(input, out);
        }
    }

    private static final class FromFull implements Bolt {
        private static final long serialVersionUID = 1L;
        private final Full body;
        private final String[] fields;
        private transient TaskContext context;
        private transient BoltCollector out;

        FromFull(Full body, String[] fields) {
            this.body = body;
            this.fields = fields;
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            if (fields.length > 0) {
                declarer.declare(fields);
            }
        }

        @Override
        public void prepare(TaskContext task, BoltCollector collector) {
            context = task;
            out = collector;
        }

        @Override
        public void execute(Tuple input) {
            body.execute(input, out, context);
        }
    }
}
