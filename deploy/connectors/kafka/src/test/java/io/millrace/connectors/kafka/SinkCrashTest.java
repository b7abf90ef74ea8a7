// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.CommittingBolt.Prepared;
import io.millrace.api.config.Guarantee;
import io.millrace.api.error.TopologyException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Runs tasks of a sink as the engine does: takes snapshots, sets the pointer between prepare and commit, goes back to
 * the pointer after a death with other instances and another number of tasks. Those that were believed dead go on at
 * any later time.
 */
class SinkCrashTest {

    private static final int INPUTS = 24;
    private static final int INTERVAL = 3;
    private static final int[] TASKS = {2, 3, 1};

    /** A task, with its commits that have not run yet, and what it was given to recover. */
    private record Instance(ExactlyOnceTask task, Deque<Runnable> commits, long generation, List<Prepared> from) {

        void endCommits() {
            while (!commits.isEmpty()) {
                commits.poll().run();
            }
        }
    }

    private final Random random = new Random(7);
    private FakeWriters servers;

    // What survives a death.
    private List<Prepared> pointer;
    private int covered;
    private long lastSnapshot;
    private int generation;

    /** What each generation was told to commit last. */
    private final Map<Long, Long> toldOf = new HashMap<>();

    // What does not.
    private List<Instance> tasks;
    private List<List<Prepared>> uncommitted;
    private int fed;

    private List<Instance> zombies;

    private List<CompletionStage<Void>> ends;

    /** Whether a commit ends when the inputs of the next interval have come. */
    private boolean overlapping;

    private void begin(int stepsToDeath) {
        servers = new FakeWriters(stepsToDeath);
        pointer = List.of();
        covered = 0;
        lastSnapshot = 0;
        toldOf.clear();
        generation = 0;
        zombies = new ArrayList<>();
        tasks = new ArrayList<>();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void eachInputIsVisibleOnceWhicheverCallIsTheLast(boolean overlap) {
        overlapping = overlap;
        int deaths = 0;
        for (int steps = 0; ; steps++) {
            begin(steps);
            run();
            if (!servers.hasDied()) {
                break;
            }
            deaths++;
            run();
            checkComplete("death at call " + steps);
        }
        assertThat(deaths).isGreaterThan(20);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void thoseThatWereBelievedDeadChangeNothing(boolean overlap) {
        overlapping = overlap;
        for (int round = 0; round < 2_000; round++) {
            begin(random.nextInt(40));
            do {
                zombies.addAll(tasks);
                run();
            } while (fed < INPUTS);
            wakeZombies();
            checkComplete("round " + round);
        }
    }

    /** Runs until the end or a death, or until an instance was cut off. */
    private void run() {
        try {
            recover();
            while (fed < INPUTS) {
                tasks.get(fed % tasks.size()).task.write(FakeTask.tuple(fed));
                fed++;
                wakeZombies();
                if (fed % INTERVAL == 0) {
                    snapshot(lastSnapshot % 4 == 1);
                }
            }
            snapshot(false);
            endCommits();
        } catch (FakeWriters.Death | TopologyException e) {
            fed = -1;
        }
    }

    private void recover() {
        int count = TASKS[generation % TASKS.length];
        generation++;
        ends = new ArrayList<>();
        tasks = new ArrayList<>();
        uncommitted = new ArrayList<>();
        fed = covered;
        for (int i = 0; i < count; i++) {
            int index = i;
            List<Prepared> own = pointer.stream()
                    .filter(each -> each.taskIndex() == index || index == 0 && each.taskIndex() >= count)
                    .toList();
            Deque<Runnable> commits = new ArrayDeque<>();
            FakeTask fake = new FakeTask(i, count, Guarantee.EXACTLY_ONCE);
            ExactlyOnceTask task = new ExactlyOnceTask(
                    fake.context(),
                    fake.boltOut(),
                    servers,
                    input -> new OutRecord(null, null, input.get(0).toString().getBytes(StandardCharsets.UTF_8)),
                    "out/" + i,
                    1 << 20,
                    commits::add);
            tasks.add(new Instance(task, commits, generation, own));
            uncommitted.add(new ArrayList<>());
            task.recover(generation, own);
        }
    }

    /** The next snapshot begins when all have committed the one before. */
    private void endCommits() {
        tasks.forEach(Instance::endCommits);
        for (CompletionStage<Void> end : ends) {
            try {
                end.toCompletableFuture().join();
            } catch (CompletionException e) {
                if (e.getCause() instanceof FakeWriters.Death death) {
                    throw death;
                }
                throw (TopologyException) e.getCause();
            }
        }
        if (!ends.isEmpty()) {
            uncommitted.forEach(List::clear);
            ends = new ArrayList<>();
        }
    }

    private void snapshot(boolean fails) {
        endCommits();
        long id = ++lastSnapshot;
        for (int i = 0; i < tasks.size(); i++) {
            tasks.get(i).task.begun(id);
            Object handle = tasks.get(i).task.prepare(id);
            if (handle != null) {
                uncommitted.get(i).add(new Prepared(id, i, handle));
            }
        }
        if (fails) {
            return;
        }
        pointer = uncommitted.stream().flatMap(List::stream).toList();
        covered = fed;
        toldOf.put((long) generation, id);
        for (Instance each : tasks) {
            ends.add(each.task.beginCommit(id));
        }
        if (!overlapping) {
            endCommits();
        }
    }

    /** Some commit what they were told late, or begin late. Their errors end them only. */
    private void wakeZombies() {
        for (Instance each : zombies) {
            try {
                if (random.nextInt(20) == 0) {
                    each.endCommits();
                    each.task.beginCommit(toldOf.getOrDefault(each.generation, 0L));
                    if (!overlapping) {
                        each.endCommits();
                    }
                } else if (random.nextInt(60) == 0) {
                    each.task.recover(each.generation, each.from);
                }
            } catch (TopologyException e) {
                // It was cut off
            }
        }
    }

    private void checkComplete(String when) {
        List<String> expected =
                IntStream.range(0, INPUTS).mapToObj(Integer::toString).toList();
        assertThat(servers.visible).as(when).containsExactlyInAnyOrderElementsOf(expected);
    }
}
