// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.executor;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.log.LogLines;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Plays both threads of a call watch, with a simulated clock. */
class CallWatchTest {

    private static final int SLOW = 3;
    private static final int OUTER = 4;
    private static final StackTraceElement[] STACK = {
        new StackTraceElement("com.example.Store", "write", "Store.java", 7),
        new StackTraceElement("io.millrace.runtime.task.BoltTask", "execute", "BoltTask.java", 1)
    };

    @RegisterExtension
    private final LogLines log = LogLines.of(SlowCalls.class.getName());

    private final List<Integer> counted = new ArrayList<>();
    private long now = 1_000_000_000;
    private final CallWatch watch =
            new CallWatch(() -> now, Duration.ofMillis(100), task -> "component 'c', task " + task, counted::add);

    @Test
    void theFirstSlowCallsOfATaskLoadItsClassesAndAreToldOnlyIfTheyTakeTenTimesAsLong() {
        for (int call = 0; call < 2; call++) {
            long before = watch.enter(SLOW);
            lookFor(900);
            watch.leave(before);
        }
        assertThat(texts()).isEmpty();
        assertThat(counted).containsExactly(SLOW, SLOW);

        long before = watch.enter(SLOW);
        lookFor(1_050);
        assertThat(texts()).singleElement().asString().contains("for 1000 ms", "slow calls so far: 3");
        watch.leave(before);
        assertThat(texts()).hasSize(2);
    }

    @Test
    void aCallOfAWarmTaskThatDoesNotReturnIsToldOnceWithItsStackAndItsReturn() {
        warmUp(SLOW);
        long before = watch.enter(SLOW);
        lookFor(100);
        assertThat(texts()).isEmpty();

        lookFor(50);
        assertThat(texts())
                .singleElement()
                .asString()
                .contains(
                        "component 'c', task 3", "for 100 ms", "bound 100 ms", "blocking()", "com.example.Store.write")
                .doesNotContain("BoltTask");

        lookFor(1_000);
        assertThat(texts()).hasSize(1);
        assertThat(counted).containsExactly(SLOW, SLOW);

        watch.leave(before);
        assertThat(texts().get(1)).contains("component 'c', task 3", "after 1150 ms");
        lookFor(1_000);
        assertThat(texts()).hasSize(2);
    }

    @Test
    void manyShortCallsAreNotOneLongCall() {
        for (int call = 0; call < 100; call++) {
            long before = watch.enter(SLOW);
            lookFor(100);
            watch.leave(before);
        }
        assertThat(texts()).isEmpty();
    }

    @Test
    void anIdleExecutorIsNotSlow() {
        watch.leave(watch.enter(SLOW));
        lookFor(10_000);
        assertThat(texts()).isEmpty();
    }

    @Test
    void whoIsCalledByAnotherIsNamedAndTheOtherOnlyForItsOwnTime() {
        warmUp(OUTER);
        warmUp(SLOW);
        long outer = watch.enter(OUTER);
        long inner = watch.enter(SLOW);
        lookFor(150);
        watch.leave(inner);
        lookFor(100);
        watch.leave(outer);

        assertThat(texts()).hasSize(2).allMatch(text -> text.contains("task 3"));
    }

    @Test
    void aProcessThatStoodStillBlamesNoCall() {
        long before = watch.enter(SLOW);
        lookFor(50);
        now += Duration.ofSeconds(30).toNanos();
        lookFor(100);
        watch.leave(before);

        assertThat(texts()).isEmpty();
    }

    @Test
    void furtherSlowCallsOfATaskAreCountedAndToldOnceAMinute() {
        warmUp(SLOW);
        for (int call = 0; call < 3; call++) {
            long before = watch.enter(SLOW);
            lookFor(150);
            watch.leave(before);
        }
        assertThat(texts()).hasSize(2);

        lookFor(60_000);
        watch.enter(SLOW);
        lookFor(150);
        assertThat(texts()).hasSize(3);
        assertThat(texts().get(2)).contains("slow calls so far: 5");
    }

    /** Makes a slow call in which classes are loaded, and lets the time pass after which they count as loaded. */
    private void warmUp(int task) {
        long before = watch.enter(task);
        lookFor(150);
        watch.leave(before);
        lookFor(10_000);
    }

    /** Lets time pass, with the checks that the timer would make. */
    private void lookFor(long millis) {
        for (long passed = 0; passed < millis; passed += 50) {
            watch.look(now, () -> STACK);
            now += Duration.ofMillis(50).toNanos();
        }
    }

    private List<String> texts() {
        return log.all();
    }
}
