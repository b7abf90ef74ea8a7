// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.BasicBolt;
import io.millrace.api.Emitter;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.Spout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.spi.Instances;
import io.millrace.runtime.codec.ValuesCodec;
import io.millrace.runtime.grouping.TargetList;
import io.millrace.runtime.grouping.TargetSelector;
import io.millrace.runtime.grouping.TargetSelectorFactory;
import io.millrace.runtime.grouping.TaskGraph;
import io.millrace.runtime.ledger.AckBuffer;
import io.millrace.runtime.link.CycleEdges;
import io.millrace.runtime.link.Link;
import io.millrace.runtime.link.Path;
import io.millrace.runtime.link.Paths;
import io.millrace.runtime.metrics.EdgeTally;
import io.millrace.runtime.metrics.LinkKind;
import io.millrace.runtime.metrics.TaskCounters;
import io.millrace.runtime.metrics.WorkerCounters;
import io.millrace.runtime.tuple.DataTuple;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A source that emits at a steady rate by shuffle to targets, one of which is slow, in simulated time. */
class SlowTargetTest {

    private static final int TARGETS = 4;
    private static final int SLOW = 3;
    private static final int SLOWNESS = 100;
    private static final int TICKS = 20_000;
    private static final int INBOX = 32;

    private final TaskGraph graph = graph();
    private final Paths paths = new Paths(graph.tasks().taskCount());
    private final TaskCounters counters =
            WorkerCounters.inMemory("w", 1, graph.tasks(), List.of(List.of(1))).task(1);
    private final Outbox outbox =
            new Outbox(paths, CycleEdges.NO_CYCLES, new EdgeTally(counters), () -> 0, new OutboxMemory(1 << 20, 1));
    private final TargetList targets = new TargetList();

    private static TaskGraph graph() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", new Source());
        builder.setBolt("sink", new Sink(), TARGETS).shuffle("source");
        return new TaskGraph(builder.build());
    }

    private TargetSelector selector() {
        Context context =
                new Context(TestWorker.of(graph.tasks(), () -> 0), 1, counters, Instances.AUTHORS, () -> null);
        return new TargetSelectorFactory(
                        graph,
                        new ValuesCodec(List.of()),
                        task -> true,
                        new SplittableRandom(1),
                        SlowTargetTest.class.getClassLoader())
                .build(context, outbox)
                .byDefault();
    }

    /** @param shownAt inbox size from which the source sees the load: the bound, as with a pause sign, or half of it */
    @ParameterizedTest
    @ValueSource(ints = {INBOX, INBOX / 2})
    void theFastOnesKeepTheirRateAndTheSlowOneIsNotStarved(int shownAt) {
        List<SimulatedTarget> sinks = sinks(shownAt);
        TargetSelector selector = selector();
        int heldUp = 0;
        for (int tick = 0; tick < TICKS; tick++) {
            for (SimulatedTarget sink : sinks) {
                sink.work(tick);
            }
            outbox.drain(false, (tuple, cause) -> {});
            if (outbox.isEmpty()) {
                emit(selector, tick);
            } else {
                heldUp++;
            }
        }
        assertThat(heldUp).isZero();
        assertThat(sinks.get(SLOW).done).isEqualTo(TICKS / SLOWNESS - 1);
        for (int i = 0; i < TARGETS; i++) {
            if (i != SLOW) {
                assertThat(sinks.get(i).done).isBetween(TICKS / 3 - TICKS / SLOWNESS, TICKS / 3 + 1);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 1000})
    void aCallThatEmitsMuchLeavesLanesThatAreLevel(int tuples) {
        // No target works, and none shows its load
        sinks(Integer.MAX_VALUE);
        TargetSelector selector = selector();
        int taken = TARGETS * INBOX;
        for (int i = 0; i < taken + tuples; i++) {
            emit(selector, i);
        }
        assertThat(outbox.size()).isEqualTo(tuples);
        for (int i = 0; i < TARGETS; i++) {
            assertThat(outbox.waiting(2 + i)).isBetween(tuples / TARGETS, tuples / TARGETS + 1);
        }
    }

    private List<SimulatedTarget> sinks(int shownAt) {
        List<SimulatedTarget> sinks = new ArrayList<>();
        for (int i = 0; i < TARGETS; i++) {
            SimulatedTarget sink = new SimulatedTarget(i == SLOW ? SLOWNESS : 1, shownAt);
            sinks.add(sink);
            paths.set(List.of(2 + i), new Path(sink));
        }
        return sinks;
    }

    private void emit(TargetSelector selector, int number) {
        Object[] values = {number};
        selector.choose(values, targets);
        assertThat(targets.size()).isEqualTo(1);
        int target = targets.get(0);
        outbox.send(new DataTuple(selector.stream(), 1, target, 0, values), paths.to(target), false);
    }

    /** A task that takes some time for each tuple of its bounded inbox. */
    private static final class SimulatedTarget implements Link {

        private final int ticksPerTuple;
        private final int shownAt;
        private int inbox;
        private int done;

        SimulatedTarget(int ticksPerTuple, int shownAt) {
            this.ticksPerTuple = ticksPerTuple;
            this.shownAt = shownAt;
        }

        void work(int tick) {
            if (inbox > 0 && tick % ticksPerTuple == 0) {
                inbox--;
                done++;
            }
        }

        @Override
        public LinkKind kind() {
            return LinkKind.QUEUE;
        }

        @Override
        public boolean offer(DataTuple tuple) {
            if (inbox >= INBOX) {
                return false;
            }
            inbox++;
            return true;
        }

        @Override
        public boolean sendControl(byte[] message) {
            return true;
        }

        @Override
        public boolean ringWhenResumed() {
            return false;
        }

        @Override
        public boolean refuses(int task) {
            return inbox >= shownAt;
        }

        @Override
        public AckBuffer send(AckBuffer acks) {
            return acks;
        }

        @Override
        public void close() {}
    }

    private static final class Source implements Spout {
        private static final long serialVersionUID = 1L;

        @Override
        public void declareOutputs(OutputDeclarer out) {
            out.declare("number");
        }

        @Override
        public void open(TaskContext context, SpoutCollector out) {}

        @Override
        public void nextTuple() {}
    }

    private static final class Sink implements BasicBolt {
        private static final long serialVersionUID = 1L;

        @Override
        public void declareOutputs(OutputDeclarer out) {}

        @Override
        public void execute(Tuple input, Emitter out) {}
    }
}
