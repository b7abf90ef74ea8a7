// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.codec.PayloadWriter;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.testing.stepped.SteppedTopology;
import io.millrace.testing.stepped.SteppedTopologyBuilder;
import java.nio.ByteBuffer;
import java.time.Duration;

/** A source of payloads that are written by {@code emitInto}, and the links by which they go. */
abstract class PayloadTopology {

    static final Duration LONG = Duration.ofMinutes(1);
    static final int TUPLES = 40;

    /**
     * The content of all numbers: the bytes of each number begin at its index. It is compared and copied as a whole, as
     * byte by byte takes a minute.
     */
    static final byte[] CONTENT = new byte[2_000_000 + TUPLES];

    static {
        for (int i = 0; i < CONTENT.length; i++) {
            CONTENT[i] = (byte) (i * 7 + i / 256);
        }
    }

    enum Way {
        DIRECT(1, 1, 1, false),
        QUEUE(1, 1, 2, false),
        ENCODED(1, 1, 2, true),
        RING(2, 1, 1, false),
        NET(2, 2, 1, false);

        private final int workers;
        private final int nodes;
        private final int executors;
        private final boolean always;

        Way(int workers, int nodes, int executors, boolean always) {
            this.workers = workers;
            this.nodes = nodes;
            this.executors = executors;
            this.always = always;
        }

        SteppedTopology start(TopologyBuilder builder, Config config) {
            SteppedTopologyBuilder run = SteppedTopology.of(builder.build())
                    .config(config.with(TopologyKeys.SERIALIZE_ALWAYS, always))
                    .executors(executors)
                    .seed(7);
            if (workers > 1) {
                run.workers(workers);
            }
            return (nodes > 1 ? run.nodes(nodes, Duration.ofMillis(1)) : run).start();
        }
    }

    final TopologyBuilder builder = new TopologyBuilder();

    /** Returns the length of a number's payload, from an empty one to one of several fragments. */
    static int length(int number) {
        return new int[] {0, 10, 20_000, 60_000, 100_000, 700_000, 2_000_000}[number % 7];
    }

    static PayloadWriter writer(String test, int number) {
        return target -> {
            Journal.of(test).events.add("written " + number);
            target.put(CONTENT, number, length(number));
        };
    }

    static boolean isWhole(ByteBuffer view, int number) {
        return view.isReadOnly() && view.equals(ByteBuffer.wrap(CONTENT, number, length(number)));
    }

    static void check(String test, Tuple input) {
        int number = input.getInt(0);
        assertThat(isWhole(input.getBuffer("bytes"), number)).isTrue();
        assertThat(isWhole(ByteBuffer.wrap(input.getBytes(1)).asReadOnlyBuffer(), number))
                .isTrue();
        Journal.of(test).seen.add(number);
    }

    static CallSpout source(String test) {
        return new CallSpout(
                test,
                TUPLES,
                1,
                (out, number, context) ->
                        out.emitIntoStream("rounds", number, length(number), writer(test, number), number));
    }

    void run(Way way, Journal journal, Config config) {
        try (SteppedTopology topology = way.start(builder, config)) {
            assertThat(topology.runUntil(() -> journal.acked.size() == TUPLES, LONG))
                    .isTrue();
        }
        assertThat(journal.failed).isEmpty();
        assertThat(journal.events.stream().filter(event -> event.startsWith("written")))
                .hasSize(TUPLES)
                .doesNotHaveDuplicates();
    }
}
