// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.BoltDeclarer;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.Spout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import io.millrace.api.TopologyBuilder;
import io.millrace.runtime.executor.Executor;
import io.millrace.testing.stepped.SteppedTopology;
import java.time.Duration;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How many calls of a spout that may block share a turn, by a simulated clock that its calls advance. */
@Timeout(60)
class BlockingRunsTest {

    private static final Duration WAIT = Duration.ofMillis(2);

    /** The turns after which a spout makes as many calls in a turn as it ever does. */
    private static final int DOUBLINGS = 8;

    private static final int MOST_CALLS = 1 << DOUBLINGS;
    private static final int NEVER = Integer.MAX_VALUE;

    private static SteppedTopology topology;
    private static int calls;
    private static int told;
    private static TaskContext source;

    /** The number of the first call that waits; ends that are told wait from that call on. */
    private static int waitsFrom;

    /** The number of the last call that finds something to emit. */
    private static int lastFind;

    private static final class Blocking implements Spout {
        private static final long serialVersionUID = 1L;

        private transient SpoutCollector out;

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("number");
        }

        @Override
        public void open(TaskContext context, SpoutCollector collector) {
            source = context;
            out = collector;
        }

        @Override
        public void nextTuple() {
            calls++;
            mayWait();
            if (calls <= lastFind) {
                out.emitTracked(calls, calls);
            }
        }

        @Override
        public void ack(Object messageId) {
            told++;
            mayWait();
        }

        private static void mayWait() {
            if (calls >= waitsFrom) {
                topology.pass(WAIT);
            }
        }
    }

    @BeforeEach
    void forget() {
        calls = 0;
        told = 0;
        waitsFrom = NEVER;
        lastFind = 0;
    }

    @AfterEach
    void stop() {
        topology.close();
    }

    private static void warmUp() {
        warmUp(sink -> sink.shuffle("source"));
    }

    /** Lets a spout find something in each call, until many of its calls share a turn, if ever. */
    private static void warmUp(Consumer<BoltDeclarer> subscription) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", new Blocking()).blocking();
        subscription.accept(builder.setBolt("sink", TestBolts.basic((input, out) -> {})));
        topology = SteppedTopology.of(builder.build()).start();
        assertThat(topology.runUntilIdle(1_000)).isTrue();
        lastFind = NEVER;
        topology.elapse(Duration.ofSeconds(1));
        for (int turn = 0; turn < 2 * DOUBLINGS; turn++) {
            turn();
            drain();
        }
    }

    /** Lets the spout be told all ends, and find nothing for a while. */
    private static void rest() {
        lastFind = 0;
        while (told < topology.counts().get(0).emitted()) {
            turn();
            drain();
        }
        topology.elapse(Duration.ofSeconds(1));
    }

    /** Returns the calls of nextTuple in one turn. */
    private static int turn() {
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        int before = calls;
        executor(1).doWork();
        return calls - before;
    }

    /** Lets the bolt process and ack all that has reached it. */
    private static void drain() {
        while (executor(2).doWork() > 0) {
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
        }
    }

    private static Executor executor(int task) {
        return topology.executorOf(task);
    }

    @Test
    void callsThatReturnSoonShareATurn() {
        warmUp();
        assertThat(turn()).isEqualTo(MOST_CALLS);
    }

    @Test
    void aTurnIsOneCallIfFreeTasksMustBeToldOfWhatItEmits() {
        warmUp(sink -> sink.firstIdle("source"));
        assertThat(turn()).isEqualTo(1);
    }

    @Test
    void aCallThatHasWaitedIsTheLastOfItsTurn() {
        warmUp();
        waitsFrom = 0;
        assertThat(turn()).isEqualTo(1);
        drain();
        assertThat(turn()).isEqualTo(1);
    }

    @Test
    void anEndThatIsToldSlowlyIsTheOnlyOneOfItsTurn() {
        warmUp();
        int before = told;
        waitsFrom = 0;
        turn();
        assertThat(told - before).isEqualTo(1);
    }

    @Test
    void aCommandThatHasWaitedIsTheOnlyOneOfItsTurn() {
        warmUp();
        int[] ran = {0};
        for (int i = 0; i < 10; i++) {
            source.execute(() -> {
                ran[0]++;
                topology.pass(WAIT);
            });
        }
        turn();
        assertThat(ran[0]).isEqualTo(1);
    }

    @Test
    void whatHasWaitedAndFoundNothingIsCalledAgainAtOnce() {
        warmUp();
        rest();
        waitsFrom = 0;
        assertThat(turn()).isEqualTo(1);
        assertThat(turn()).isEqualTo(1);
    }

    @Test
    void whatHasWaitedAfterOtherCallsOfItsTurnIsCalledAgainAtOnce() {
        warmUp();
        rest();
        lastFind = calls + 3;
        waitsFrom = calls + 4;
        assertThat(turn()).isEqualTo(4);
        assertThat(turn()).isEqualTo(1);
    }
}
