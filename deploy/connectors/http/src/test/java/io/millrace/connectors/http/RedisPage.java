// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.http;

import io.millrace.api.BasicBolt;
import io.millrace.api.Emitter;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.ReplayableSpout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.StatefulBolt;
import io.millrace.api.TaskContext;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.state.StateSpec;
import io.millrace.api.state.ValueState;
import java.util.List;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisConnectionException;

/** The example of docs/idempotent-sinks.md. */
final class RedisPage {

    static final int WORDS = 20;
    static final int EACH = 20;

    private RedisPage() {}

    static final class Words implements ReplayableSpout {

        private static final long serialVersionUID = 1L;

        private transient TaskContext context;
        private transient SpoutCollector out;
        private transient int next;

        @Override
        public void open(TaskContext task, SpoutCollector collector) {
            context = task;
            out = collector;
        }

        @Override
        public void nextTuple() {
            if (next < WORDS * EACH) {
                out.emit("w" + next++ % WORDS);
                out.idleUntil(context.nanoTime() + 1_000_000);
            } else {
                out.finish();
            }
        }

        @Override
        public Object snapshot() {
            return next;
        }

        @Override
        public void restore(List<Object> snapshots) {
            next = (Integer) snapshots.get(0);
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("word");
        }
    }

    static final class Count implements StatefulBolt {

        private static final long serialVersionUID = 1L;
        private static final StateSpec<ValueState<Long>> COUNT = StateSpec.value("count", Long.class);

        private transient ValueState<Long> count;

        @Override
        public List<StateSpec<?>> states() {
            return List.of(COUNT);
        }

        @Override
        public void prepare(TaskContext context) {
            count = context.state(COUNT);
        }

        @Override
        public void execute(Tuple input, Emitter out) {
            count.set(count.getOr(0L) + 1);
            out.emit(input.getString("word"), count.getOr(0L));
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("word", "count");
        }
    }

    static final class RedisCounts implements BasicBolt {

        private static final long serialVersionUID = 1L;

        private final String host;
        private final int port;
        private transient Jedis redis;

        RedisCounts(String host, int port) {
            this.host = host;
            this.port = port;
        }

        @Override
        public void execute(Tuple input, Emitter out) {
            try {
                if (redis == null) {
                    redis = new Jedis(host, port);
                }
                redis.hset("counts", input.getString("word"), Long.toString(input.getLong("count")));
            } catch (JedisConnectionException e) {
                // The next input makes another connection; this one fails, and comes again
                close();
                throw e;
            }
        }

        @Override
        public void close() {
            if (redis != null) {
                redis.close();
                redis = null;
            }
        }

        @Override
        public void declareOutputs(OutputDeclarer out) {}
    }

    static Topology topology(String host, int port) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("words", new Words());
        builder.setBolt("count", new Count(), 2).fields("words", "word");
        builder.setBolt("redis", new RedisCounts(host, port), 2)
                .blocking()
                .set("topology.on.error", "restart-worker")
                .fields("count", "word");
        return builder.build();
    }
}
