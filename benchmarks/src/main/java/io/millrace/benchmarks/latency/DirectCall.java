// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.latency;

import io.millrace.api.BasicBolt;
import io.millrace.api.Emitter;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.Spout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.testing.stepped.SteppedTopology;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * From one task to another one of the same executor, by a call: a source emits, and the bolt that follows has executed
 * when that returns. The echo of a round trip is what this bolt emits to a second one. The measuring thread is the
 * executor's, and its clock is simulated, so reading it costs nothing.
 */
@State(Scope.Thread)
public class DirectCall extends Exchange {

    private static final int MOST_TURNS = 1000;

    // Components are copied into their tasks, which can only be reached so. One thread.
    private static SpoutCollector collector;
    private static long received;

    private SteppedTopology topology;
    private byte[] payload;
    private long asked;

    @Override
    void open() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", new Source(), 1).allowUnreplayable();
        String last = "source";
        if (trip == Trip.ROUND_TRIP) {
            builder.setBolt("echo", new EchoBolt(), 1).shuffle("source");
            last = "echo";
        }
        builder.setBolt("sink", new Sink(), 1).shuffle(last);
        topology = closing(SteppedTopology.of(builder.build()).executors(1).start());
        topology.runUntilIdle(MOST_TURNS);
        payload = new byte[length];
        received = 0;
    }

    long ask() {
        collector.emit(++asked, payload);
        if (received != asked) {
            throw new IllegalStateException(
                    "message " + asked + " was not executed within the call, the last one is " + received);
        }
        return received;
    }

    /** Emits nothing by itself. */
    static final class Source implements Spout {

        private static final long serialVersionUID = 1L;

        @Override
        public void declareOutputs(OutputDeclarer outputs) {
            outputs.declare("number", "payload");
        }

        @Override
        public void open(TaskContext context, SpoutCollector out) {
            collector = out;
        }

        @Override
        public void nextTuple() {}
    }

    /** Emits what it gets. */
    static final class EchoBolt implements BasicBolt {

        private static final long serialVersionUID = 1L;

        @Override
        public void declareOutputs(OutputDeclarer outputs) {
            outputs.declare("number", "payload");
        }

        @Override
        public void execute(Tuple tuple, Emitter out) {
            out.emit(tuple.get(0), tuple.get(1));
        }
    }

    /** Keeps the number. */
    static final class Sink implements BasicBolt {

        private static final long serialVersionUID = 1L;

        @Override
        public void execute(Tuple tuple, Emitter out) {
            received = tuple.getLong(0);
        }
    }
}
