// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.token.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Fields;
import io.millrace.api.TopologyBuilder;
import io.millrace.operators.Bolts;
import io.millrace.operators.Spouts;
import io.millrace.runtime.codec.ValuesCodec;
import io.millrace.runtime.grouping.TaskGraph;
import io.millrace.runtime.link.Path;
import io.millrace.runtime.link.Paths;
import io.millrace.runtime.metrics.LinkKind;
import io.millrace.runtime.spill.TestSpace;
import io.millrace.runtime.task.FarLink;
import io.millrace.runtime.token.Grant;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.StreamRef;
import io.millrace.runtime.tuple.TupleDecoder;
import io.millrace.runtime.tuple.TupleEncoder;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The queue of a source on the heap, outside of it and in files, by a seed: tokens come at any time, connections break,
 * and at times there is no room to send.
 */
@Timeout(60)
class TokenQueueTest {

    private static final int SEEDS = Boolean.getBoolean("millrace.long") ? 400 : 10;
    private static final int SOURCE = 1;
    private static final int FIRST_TARGET = 2;
    private static final int TARGETS = 2;
    private static final long EPOCH = 7;
    private static final int LOAD = 1_000;
    private static final long HEAP = 10_000;
    private static final StreamRef STREAM = new StreamRef("source", 0, "default", Fields.of("number", "load"), false);

    private final TestSpace disk = new TestSpace(2, 1 << 20, 20 << 10);
    private final FarLink[] links = new FarLink[TARGETS];
    private final long[] epochs = new long[TARGETS];
    private final long[] granted = new long[TARGETS];
    private TokenOutput output;
    private boolean room;
    private int emitted;
    private int sent;
    private int behindSpilled;

    @AfterEach
    void close() {
        disk.close();
    }

    private void begin() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", Spouts.fed(Fields.of("number", "load")));
        builder.setBolt("work", Bolts.forEach(tuple -> {}), TARGETS).firstIdle("source");
        Paths paths = new Paths(FIRST_TARGET + TARGETS - 1);
        for (int i = 0; i < TARGETS; i++) {
            links[i] = new FarLink(LinkKind.NET);
            epochs[i] = EPOCH;
            granted[i] = 0;
            paths.set(List.of(FIRST_TARGET + i), new Path(links[i]));
        }
        ValuesCodec codec = new ValuesCodec(List.of());
        WaitingTuples waiting = new WaitingTuples(
                new WaitingMemory(HEAP),
                new SpilledTuples(
                        wake -> disk.space().open("q", wake),
                        () -> {},
                        new TupleEncoder(codec, 16 << 10, disk::now),
                        new TupleDecoder(codec, (task, index) -> STREAM, disk::now)),
                new WaitingTrees(root -> {}, root -> {}, Long.MAX_VALUE),
                (count, cause) -> {
                    throw new AssertionError(count + " tuples are lost");
                });
        emitted = 0;
        sent = 0;
        room = true;
        output = new TokenOutput(
                SOURCE,
                new TokenOutput.Sending(tuple -> room, this::sent, (tuple, cause) -> {
                    throw cause;
                }),
                paths,
                new TaskGraph(builder.build()).downstreamOf("source"),
                waiting,
                EPOCH);
        output.tell(disk.now());
    }

    private void sent(DataTuple tuple) {
        assertThat(tuple.getInt(0))
                .as("the tuple that is sent; it has passed by others")
                .isEqualTo(sent);
        sent++;
    }

    private void emit() {
        output.send(new DataTuple(STREAM, SOURCE, -1, 0, new Object[] {emitted++, new byte[LOAD]}), disk.now());
    }

    private void grant(int target, int tokens) {
        granted[target] += tokens;
        output.granted(FIRST_TARGET + target, new Grant(epochs[target], granted[target], 0, 0, 0));
    }

    private void breakConnection(int target) {
        links[target].breaks++;
        output.findBreaks();
        epochs[target]++;
        granted[target] = 0;
    }

    @Test
    void tuplesLeaveInTheOrderInWhichTheyCame() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            begin();
            SplittableRandom random = new SplittableRandom(seed);
            for (int step = 0; step < 2_000; step++) {
                int target = random.nextInt(TARGETS);
                switch (random.nextInt(10)) {
                    case 0, 1 -> grant(target, random.nextInt(1, 4));
                    case 2, 3 -> output.drain();
                    case 4 -> room = random.nextBoolean();
                    case 5 -> {
                        disk.pass(1_000_000);
                        disk.settle();
                    }
                    case 6 -> output.tell(disk.now());
                    case 7 -> {
                        if (random.nextInt(10) == 0) {
                            breakConnection(target);
                        }
                    }
                    default -> emitUnlessFull(random.nextInt(1, 4));
                }
            }
            drainAll();
        }
        assertThat(behindSpilled).as("some came behind others in files").isPositive();
    }

    private void emitUnlessFull(int count) {
        for (int i = 0; i < count && !output.waiting().isFull(); i++) {
            behindSpilled += output.waiting().spilledBytes() > 0 ? 1 : 0;
            emit();
        }
    }

    private void drainAll() {
        room = true;
        for (int i = 0; sent < emitted; i++) {
            assertThat(i).as("what waits does not come").isLessThan(10_000);
            grant(0, 1);
            output.drain();
            disk.settleWithRetries();
        }
        assertThat(output.waiting().isEmpty()).isTrue();
        output.waiting().clear();
    }
}
