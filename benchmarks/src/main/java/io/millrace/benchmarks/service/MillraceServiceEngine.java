// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.service;

import io.millrace.api.BasicBolt;
import io.millrace.api.Emitter;
import io.millrace.api.Feed;
import io.millrace.api.Fields;
import io.millrace.api.Millrace;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.RunningTopology;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.TopologyFunction;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.error.TopologyException;
import io.millrace.benchmarks.macro.MillraceEngine;
import io.millrace.benchmarks.study.Settings;
import io.millrace.operators.Bolts;
import io.millrace.operators.Spouts;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/** Millrace: workers are threads of the service's process, or processes of their own. */
public final class MillraceServiceEngine implements ServiceEngine {

    static final String MILLRACE = "millrace";
    static final String SPIN = "millrace-spin";
    static final String PROCESSES = "millrace-processes";
    static final String PROCESSES_SPIN = "millrace-processes-spin";
    static final List<String> NAMES = List.of(MILLRACE, SPIN, PROCESSES, PROCESSES_SPIN);

    private static final String FUNCTION = "double";

    @Override
    public List<String> names() {
        return NAMES;
    }

    @Override
    public String refusal(Cell cell) {
        return null;
    }

    @Override
    public Service start(String name, Cell cell) throws UnavailableException {
        boolean processes = name.equals(PROCESSES) || name.equals(PROCESSES_SPIN);
        Millrace engine = processes
                ? Millrace.local().processes().start()
                : Millrace.local().start();
        boolean offering = cell.kind() == Cell.Kind.OFFERING;
        if (cell.counted() && processes) {
            engine.close();
            throw new UnavailableException("measured in the service's process only");
        }
        try {
            Config config = Settings.read(System.getProperty(MillraceEngine.SETTINGS, ""));
            RunningTopology run = engine.submit("benchmark", topology(cell, offering && !processes), config);
            return new Running(engine, run.function(FUNCTION), run.feed(FUNCTION));
        } catch (TopologyException e) {
            engine.close();
            throw new UnavailableException(e.getMessage());
        }
    }

    private static Topology topology(Cell cell, boolean counted) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(FUNCTION, Spouts.fed(Fields.of("n")).answers("twice"));
        if (counted) {
            builder.setBolt("count", new Count()).shuffle(FUNCTION);
        } else {
            builder.setBolt("answer", Bolts.answer(tuple -> List.of(2 * tuple.getLong(0))))
                    .shuffle(FUNCTION);
        }
        if (cell.kind() == Cell.Kind.CALLING) {
            builder.setSpout("numbers", new EndlessNumbers());
            builder.setBolt(
                            "call",
                            Bolts.async("n", new TimedCalls(), 1_000, Duration.ofSeconds(10))
                                    .unordered())
                    .shuffle("numbers");
            builder.setBolt("count", new Count()).shuffle("call");
        }
        return builder.build();
    }

    private record Running(Millrace engine, TopologyFunction function, Feed feed) implements Service {

        @Override
        public CompletableFuture<?> ask(long number) {
            return function.ask(number).toCompletableFuture();
        }

        @Override
        public long number(Object answer) {
            return ((Tuple) answer).getLong(0);
        }

        @Override
        public boolean offer(Object[] values) {
            return feed.offer(values);
        }

        @Override
        public long taken() {
            return Count.TAKEN.get();
        }

        @Override
        public void close() {
            engine.close();
        }
    }

    /** Counts what is offered, and answers nothing but the first request. One task. */
    private static final class Count implements BasicBolt {

        private static final long serialVersionUID = 1L;

        private static final AtomicLong TAKEN = new AtomicLong();

        @Override
        public void declareOutputs(OutputDeclarer declarer) {}

        @Override
        public void execute(Tuple tuple, Emitter out) {
            long before = TAKEN.getPlain();
            TAKEN.setOpaque(before + 1);
            if (before == 0 && tuple.sourceComponent().equals(FUNCTION)) {
                out.answer(2 * tuple.getLong(0));
            }
        }
    }
}
