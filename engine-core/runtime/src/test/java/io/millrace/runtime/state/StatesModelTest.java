// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.state.StateSpec;
import io.millrace.api.state.ValueState;
import io.millrace.runtime.codec.ValuesCodec;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Compares states with plain maps, and written captures with the maps of their moment, while the states change. */
class StatesModelTest {

    private static final int SEEDS =
            Integer.getInteger("millrace.seeds", Boolean.getBoolean("millrace.long") ? 10_000 : 120);

    private static final ThreadLocal<ValuesCodec> CODEC =
            ThreadLocal.withInitial(() -> new ValuesCodec(List.of(Box.class)));

    private final ExecutorService writer =
            Executors.newSingleThreadExecutor(task -> new Thread(task, "writer of captures"));
    private long same;
    private long put;

    @AfterEach
    void stop() throws InterruptedException {
        writer.shutdown();
        CODEC.remove();
        assertThat(writer.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
    }

    /**
     * A capture that may still be committed.
     *
     * @param content content of the model when it was made
     * @param base blocks that were committed then
     * @param written its written form, by the thread that runs it first
     */
    private record Pending(
            StateCapture capture, Map<String, Object> content, Map<Integer, byte[]> base, FutureTask<Written> written) {

        /** Returns its written form, which is written now if no thread has begun to. */
        Written write() {
            written.run();
            try {
                return written.get();
            } catch (InterruptedException | ExecutionException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @Test
    void whatIsWrittenIsTheContentOfTheMoment() {
        for (long seed = 0; seed < SEEDS; seed++) {
            try {
                run(new SplittableRandom(seed));
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
        assertThat(same).isGreaterThan(20L * SEEDS);
        assertThat(put).isGreaterThan(20L * SEEDS);
    }

    private void run(SplittableRandom random) {
        ModelledStates states = new ModelledStates(random, CODEC.get());
        List<Pending> pending = new ArrayList<>();
        Map<Integer, byte[]> committed = Map.of();
        int steps = 50 + random.nextInt(400);
        int interval = 2 + random.nextInt(60);
        for (int step = 0; step < steps; step++) {
            states.change();
            if (random.nextInt(interval) == 0) {
                pending.add(capture(states, committed, random));
            }
            if (random.nextInt(interval) == 0 && !pending.isEmpty()) {
                int chosen = random.nextInt(pending.size());
                Map<Integer, byte[]> blocks = check(states, pending.get(chosen), random);
                if (random.nextInt(4) > 0) {
                    states.states().committed(pending.get(chosen).capture());
                    committed = blocks;
                    // Captures before it are given up, perhaps while they are being written
                    pending.subList(0, chosen).forEach(each -> each.capture().release());
                    pending.subList(0, chosen).clear();
                    pending.remove(0);
                } else {
                    pending.remove(chosen);
                }
            }
        }
        pending.forEach(each -> check(states, each, random));
        assertThat(states.contentOf(List.of(states.states()))).isEqualTo(states.content());
    }

    private Pending capture(ModelledStates states, Map<Integer, byte[]> committed, SplittableRandom random) {
        StateCapture capture = states.states().capture();
        FutureTask<Written> written = new FutureTask<>(() -> Written.of(capture, CODEC.get()));
        switch (random.nextInt(4)) {
            case 0 -> {} // Later, or never
            case 1 -> written.run();
            default -> writer.execute(written);
        }
        return new Pending(capture, states.content(), committed, written);
    }

    /**
     * Loads the blocks into states of several tasks, each of which has a range of the partitions. Returns all blocks.
     */
    private Map<Integer, byte[]> check(ModelledStates states, Pending pending, SplittableRandom random) {
        Written written = pending.write();
        same += written.same.size();
        put += written.blocks.size();
        Map<Integer, byte[]> blocks = written.over(pending.base());
        int tasks = 1 + random.nextInt(4);
        List<HeapStates> loaded = new ArrayList<>();
        for (int i = 0; i < tasks; i++) {
            loaded.add(states.fresh());
        }
        blocks.forEach((partition, block) -> loaded.get(
                        partition == StateCapture.TASK ? 0 : partition * tasks / HeapStates.PARTITIONS)
                .load(partition, ByteBuffer.wrap(block)));
        assertThat(states.contentOf(loaded)).isEqualTo(pending.content());
        return blocks;
    }

    /** Amounts move between accounts, so that the sum of any moment is 0, and that of a torn capture is not. */
    @Test
    void sumsHoldWhileAnotherThreadWrites() {
        StateSpec<ValueState<Long>> amount = StateSpec.value("amount", Long.class);
        StateSpec<ValueState<Box>> box = StateSpec.value("box", Box.class);
        HeapStates states = new HeapStates("accounts", List.of(amount, box), CODEC.get(), () -> 0);
        SplittableRandom random = new SplittableRandom(1);
        int accounts = 5000;
        int[] position = {0};
        // Each partition gets accounts, however few captures the threads' speed allows to change
        for (int account = 0; account < accounts; account++) {
            states.key(new Object[] {account}, position);
            states.handle(amount).set(0L);
            states.handle(box).set(new Box());
        }
        Written last = new Written();
        for (int captures = 0; captures < SEEDS / 10; captures++) {
            StateCapture capture = states.capture();
            FutureTask<Written> written = new FutureTask<>(() -> Written.of(capture, CODEC.get()));
            writer.execute(written);
            do {
                long moved = random.nextLong(100);
                for (int sign = -1; sign <= 1; sign += 2) {
                    states.key(new Object[] {random.nextInt(accounts)}, position);
                    states.handle(amount).set(states.handle(amount).getOr(0L) + sign * moved);
                    Box changed = states.handle(box).getOr(new Box());
                    changed.add(sign * moved);
                    states.handle(box).set(changed);
                }
            } while (!written.isDone());
            last = new Pending(capture, Map.of(), Map.of(), written).write();
            HeapStates loaded = new HeapStates("accounts", List.of(amount, box), CODEC.get(), () -> 0);
            last.loadInto(loaded);
            long sum = 0;
            for (int account = 0; account < accounts; account++) {
                loaded.key(new Object[] {account}, position);
                long value = loaded.handle(amount).getOr(0L);
                assertThat(loaded.handle(box).getOr(new Box())).isEqualTo(new Box(value));
                sum += value;
            }
            assertThat(sum).isZero();
        }
        assertThat(last.blocks).hasSize(HeapStates.PARTITIONS);
    }
}
