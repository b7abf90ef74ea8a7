// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.executor;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.runtime.link.Paths;
import io.millrace.runtime.task.ScriptedTask;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ReadyTasksTest {

    private static final long NEVER = Long.MAX_VALUE;
    private static final long MICRO = 1_000;

    private final List<ScriptedTask> tasks = new ArrayList<>();
    private final List<Integer> ran = new ArrayList<>();
    private final List<Integer> budgets = new ArrayList<>();
    private final List<Boolean> gathered = new ArrayList<>();
    private long clock = -5_000_000;
    private final Paths paths = new Paths(1);
    private ReadyTasks ready;

    /** Makes tasks that note that they run, do nothing, and have nothing to do afterwards. */
    private void make(int count) {
        for (int i = 0; i < count; i++) {
            int index = i;
            tasks.add(ScriptedTask.of((now, budget) -> {
                ran.add(index);
                return 0;
            }));
        }
        ready = new ReadyTasks(tasks, false, () -> clock, paths);
    }

    /** Makes one task that is always ready and uses up its budget, with calls of this duration. */
    private void makeBusy(boolean blocking, long nanosPerCall) {
        ScriptedTask task = ScriptedTask.of((now, budget) -> {
            budgets.add(budget);
            gathered.add(paths.mayGather());
            clock += budget * nanosPerCall;
            return budget;
        });
        task.isReady = true;
        tasks.add(task);
        ready = new ReadyTasks(tasks, blocking, () -> clock, paths);
        ready.add(0);
    }

    private List<Integer> turn() {
        ran.clear();
        ready.run(clock, false);
        return ran;
    }

    @Test
    void eachReadyTaskRunsOnce() {
        make(4);
        assertThat(turn()).isEmpty();
        ready.add(1);
        ready.add(3);
        ready.add(1);
        assertThat(turn()).containsExactlyInAnyOrder(1, 3);
        assertThat(turn()).isEmpty();
    }

    @Test
    void tasksThatStayReadyAreFirstInTurn() {
        make(3);
        for (int i = 0; i < 3; i++) {
            tasks.get(i).isReady = true;
            ready.add(i);
        }
        List<Integer> first = new ArrayList<>();
        for (int turn = 0; turn < 9; turn++) {
            assertThat(turn()).containsExactlyInAnyOrder(0, 1, 2);
            first.add(ran.get(0));
        }
        assertThat(first.subList(0, 3)).containsExactlyInAnyOrder(0, 1, 2);
        assertThat(first.subList(3, 6)).isEqualTo(first.subList(0, 3));
    }

    @Test
    void whatBecomesReadyWhileOthersRunIsRunInTheNextTurn() {
        make(2);
        tasks.add(ScriptedTask.of((now, budget) -> {
            ran.add(2);
            ready.add(1);
            ready.add(2);
            return 1;
        }));
        ready = new ReadyTasks(tasks, false, () -> clock, paths);
        ready.add(2);
        assertThat(turn()).containsExactly(2);
        assertThat(turn()).containsExactlyInAnyOrder(1, 2);
    }

    @Test
    void aTaskThatIsDueRunsWithoutBeingReady() {
        make(2);
        tasks.get(1).deadline = clock + 10;
        ready.add(1);
        assertThat(turn()).containsExactly(1);
        assertThat(ready.deadline()).isEqualTo(clock + 10);
        clock += 9;
        assertThat(turn()).isEmpty();
        clock++;
        tasks.get(1).deadline = NEVER;
        assertThat(turn()).containsExactly(1);
        assertThat(ready.deadline()).isEqualTo(NEVER);
    }

    @Test
    void whatIsSentWaitsForTheEndOfShortRunsOnly() {
        makeBusy(false, MICRO);
        turn();
        assertThat(gathered).containsExactly(true);
    }

    @Test
    void whatIsSentDoesNotWaitForTheEndOfLongCalls() {
        makeBusy(false, 100 * MICRO);
        turn();
        turn();
        // The duration of its calls is known after the first run
        assertThat(gathered).containsExactly(true, false);
    }

    @Test
    void whatIsSentDoesNotWaitForTheEndOfCallsThatMayBlock() {
        makeBusy(true, MICRO);
        turn();
        assertThat(gathered).containsExactly(false);
    }

    @Test
    void aBudgetThatIsUsedUpQuicklyDoublesToTheMost() {
        makeBusy(false, 1);
        for (int turn = 0; turn < 4; turn++) {
            turn();
        }
        assertThat(budgets).containsExactly(64, 128, 256, 256);
    }

    @Test
    void aTaskWhoseCallsTakeLongMakesOneInEachTurn() {
        makeBusy(false, 200 * MICRO);
        for (int turn = 0; turn < 3; turn++) {
            turn();
        }
        assertThat(budgets).containsExactly(64, 1, 1);
    }

    @Test
    void aTaskIsNotChargedForWhatTheTurnDidBefore() {
        makeBusy(false, 1);
        for (int turn = 0; turn < 4; turn++) {
            long begin = clock;
            clock += 1_000 * MICRO;
            ready.run(begin, false);
        }
        assertThat(budgets).containsExactly(64, 128, 256, 256);
    }

    @Test
    void aTaskThatMayBlockMakesOneCall() {
        makeBusy(true, 1);
        turn();
        turn();
        assertThat(budgets).containsExactly(1, 1);
    }

    @Test
    void aTaskThatMayBlockMakesMoreCallsIfItEndsItsRunsInTime() {
        makeBusy(true, 1);
        tasks.get(0).endsRunInTime = true;
        for (int turn = 0; turn < 4; turn++) {
            turn();
        }
        assertThat(budgets).containsExactly(1, 2, 4, 8);
        assertThat(gathered).containsOnly(false);
    }

    @Test
    void agreesWithPlainSets() {
        for (int seed = 0; seed < 100; seed++) {
            Random random = new Random(seed);
            tasks.clear();
            int count = 1 + random.nextInt(20);
            make(count);
            TreeSet<Integer> expected = new TreeSet<>();
            for (int step = 0; step < 200; step++) {
                if (random.nextInt(3) > 0) {
                    int index = random.nextInt(count);
                    ready.add(index);
                    expected.add(index);
                } else {
                    clock += 10;
                    for (int i = 0; i < count; i++) {
                        if (tasks.get(i).deadline <= clock) {
                            expected.add(i);
                        }
                    }
                    TreeSet<Integer> next = new TreeSet<>();
                    for (int index : expected) {
                        tasks.get(index).deadline = random.nextBoolean() ? NEVER : clock + random.nextInt(50);
                        tasks.get(index).isReady = random.nextInt(3) == 0;
                        if (tasks.get(index).isReady) {
                            next.add(index);
                        }
                    }
                    assertThat(turn()).as("seed %d", seed).containsExactlyInAnyOrderElementsOf(expected);
                    expected = next;
                }
            }
        }
    }
}
