// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.state.StateSpec;
import io.millrace.api.state.TimerEvent;
import io.millrace.api.state.ValueState;
import io.millrace.runtime.codec.StableHash;
import io.millrace.runtime.codec.ValuesCodec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class HeapTimersTest {

    private static final StateSpec<ValueState<Long>> COUNT = StateSpec.value("count", Long.class);

    private long now = 5;
    private final HeapStates states = new HeapStates("sessions", List.of(COUNT), new ValuesCodec(List.of()), () -> now);
    private final List<TimerEvent> fired = new ArrayList<>();

    private void key(Object... fields) {
        int[] positions = fields.length == 1 ? new int[] {0} : new int[] {0, 1};
        states.key(fields, positions);
    }

    @Test
    void timersFireOnceInTheOrderOfTheirTimes() {
        key("a");
        states.timers().atTime(30);
        states.timers().atTime(10);
        states.timers().atTime(10);
        states.timers().atEventTime(10);
        key("b");
        states.timers().atTime(20);
        assertThat(states.nextTime()).isEqualTo(10);
        assertThat(states.nextEventTime()).isEqualTo(10);

        assertThat(states.fire(9, 10, fired::add)).isZero();
        assertThat(states.fire(20, 10, fired::add)).isEqualTo(2);
        assertThat(states.fire(20, 10, fired::add)).isZero();

        assertThat(fired)
                .containsExactly(new TimerEvent(List.of("a"), 10, false), new TimerEvent(List.of("b"), 20, false));
        assertThat(states.nextTime()).isEqualTo(30);
        assertThat(states.fire(100, 10, fired::add)).isEqualTo(1);
        assertThat(states.nextTime()).isEqualTo(Long.MAX_VALUE);
        assertThat(states.advanceWatermark(10, 10, fired::add)).isEqualTo(1);
        assertThat(fired.get(3)).isEqualTo(new TimerEvent(List.of("a"), 10, true));
        assertThat(states.nextEventTime()).isEqualTo(Long.MAX_VALUE);
        assertThat(states.timers().now()).isEqualTo(5);
    }

    @Test
    void timersOutsideSnapshotsFireAsOftenAsTheyWereSetAmongTheOthers() throws IOException {
        key("a");
        states.timers().atEventTimeOutsideSnapshots(20);
        states.timers().atEventTimeOutsideSnapshots(10);
        states.timers().atEventTimeOutsideSnapshots(20);
        states.timers().atEventTime(15);
        key("b");
        states.timers().atEventTimeOutsideSnapshots(10);
        states.timers().atTimeOutsideSnapshots(7);
        assertThat(states.nextTime()).isEqualTo(7);
        assertThat(states.nextEventTime()).isEqualTo(10);
        HeapStates loaded = new HeapStates("sessions", List.of(COUNT), new ValuesCodec(List.of()), () -> now);
        Written.of(states.capture()).loadInto(loaded);

        assertThat(states.advanceWatermark(19, 10, timer -> {
                    fired.add(timer);
                    if (timer.millis() == 10) {
                        states.timers().atEventTimeOutsideSnapshots(12);
                    }
                }))
                .isEqualTo(5);
        assertThat(states.advanceWatermark(20, 10, fired::add)).isEqualTo(2);

        assertThat(fired.stream().map(TimerEvent::millis)).containsExactly(10L, 10L, 12L, 12L, 15L, 20L, 20L);
        assertThat(fired.subList(0, 4).stream().map(timer -> timer.key().get(0)))
                .containsExactly("a", "b", "a", "b");
        assertThat(states.nextEventTime()).isEqualTo(Long.MAX_VALUE);
        assertThat(states.fire(7, 10, fired::add)).isEqualTo(1);
        assertThat(loaded.nextTime()).isEqualTo(Long.MAX_VALUE);
        assertThat(loaded.nextEventTime()).isEqualTo(15);
    }

    @Test
    void timersOfManyKeysAtATimeAreASweepByPartition() {
        List<Long> keys = new ArrayList<>();
        for (long i = 0; i < 3_000; i++) {
            keys.add(i);
            key(i);
            states.handle(COUNT).set(i);
            states.timers().atEventTimeOutsideSnapshots(10);
            states.timers().atEventTimeOutsideSnapshots(i % 2 == 0 ? 9 : 11);
        }
        List<Integer> blocks = new ArrayList<>();
        List<Long> again = new ArrayList<>();

        assertThat(states.advanceWatermark(9, 10_000, timer -> {})).isEqualTo(1_500);
        assertThat(states.advanceWatermark(10, 100, fired::add)).isEqualTo(100);
        int count = states.advanceWatermark(10, 10_000, timer -> {
            Long number = states.handle(COUNT).get();
            assertThat(timer).isEqualTo(new TimerEvent(List.of(number), 10, true));
            if (number < 50 && !again.contains(number)) {
                again.add(number);
                states.timers().atEventTimeOutsideSnapshots(10);
            }
            fired.add(timer);
        });

        assertThat(count).isEqualTo(2_900 + again.size());
        List<Long> all = fired.stream()
                .map(timer -> (Long) timer.key().get(0))
                .limit(3_000)
                .toList();
        assertThat(all).containsExactlyInAnyOrderElementsOf(keys);
        all.forEach(key -> blocks.add(CurrentKey.block(
                CurrentKey.hash(StableHash.of(new Object[] {key}, new int[] {0}, new ValuesCodec(List.of()))))));
        assertThat(blocks).isSorted();
        assertThat(fired.stream().skip(3_000).map(timer -> timer.key().get(0))).containsExactlyElementsOf(again);
        assertThat(states.nextEventTime()).isEqualTo(11);
        assertThat(states.advanceWatermark(11, 10_000, timer -> {})).isEqualTo(1_500);
        assertThat(states.nextEventTime()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void theKeyOfATimerIsTheCurrentOneInItsCall() {
        key("a", 1);
        states.handle(COUNT).set(7L);
        states.timers().atTime(1);
        key("b", 2);

        states.fire(1, 10, timer -> {
            assertThat(timer.key()).isEqualTo(List.of("a", 1L));
            assertThat(states.handle(COUNT).get()).isEqualTo(7);
            states.handle(COUNT).set(8L);
        });

        assertThatThrownBy(() -> states.handle(COUNT).get()).hasMessageContaining("the timer's call is over");
        key("a", 1);
        assertThat(states.handle(COUNT).get()).isEqualTo(8);
    }

    @Test
    void aHandlerMaySetAndRemoveTimers() {
        key("a");
        states.timers().atEventTime(1);
        states.timers().atEventTime(3);

        int count = states.advanceWatermark(5, 10, timer -> {
            fired.add(timer);
            if (timer.millis() == 1) {
                states.timers().atEventTime(1);
                states.timers().atEventTime(2);
                states.timers().removeEventTime(3);
                states.timers().atEventTime(6);
            }
            if (fired.size() > 5) {
                states.timers().removeEventTime(1);
            }
        });

        // The handler sets the timer at 1 again each time, until it removes the timer
        assertThat(count).isEqualTo(7);
        assertThat(fired).extracting(TimerEvent::millis).containsExactly(1L, 1L, 1L, 1L, 1L, 1L, 2L);
        assertThat(states.nextEventTime()).isEqualTo(6);
    }

    @Test
    void noMoreFireThanAskedFor() {
        for (long i = 0; i < 10; i++) {
            key(i);
            states.timers().atEventTime(i);
        }
        assertThat(states.advanceWatermark(7, 3, fired::add)).isEqualTo(3);
        assertThat(states.timers().watermark()).isEqualTo(7);
        assertThat(states.advanceWatermark(5, 100, fired::add)).isEqualTo(5);
        assertThat(states.timers().watermark()).as("never goes back").isEqualTo(7);
        assertThat(states.nextEventTime()).isEqualTo(8);
    }

    @Test
    void aHandlerThatThrowsLeavesNoKey() {
        key("a");
        states.timers().atTime(1);
        states.timers().atTime(2);

        assertThatThrownBy(() -> states.fire(5, 10, timer -> {
                    throw new IllegalArgumentException("by chance");
                }))
                .hasMessage("by chance");

        assertThatThrownBy(() -> states.handle(COUNT).get()).isInstanceOf(IllegalStateException.class);
        assertThat(states.nextTime()).isEqualTo(2);
    }

    @Test
    void aCaptureHasTheTimersOfItsMoment() {
        key("a");
        states.timers().atTime(1);
        states.timers().atEventTime(2);
        StateCapture capture = states.capture();
        states.timers().removeTime(1);
        states.timers().atTime(3);
        HeapStates loaded = new HeapStates("sessions", List.of(), new ValuesCodec(List.of()), () -> now);
        Written.of(capture).loadInto(loaded);

        assertThat(loaded.fire(100, 10, fired::add)).isEqualTo(1);
        assertThat(loaded.advanceWatermark(100, 10, fired::add)).isEqualTo(1);

        assertThat(fired)
                .containsExactly(new TimerEvent(List.of("a"), 1, false), new TimerEvent(List.of("a"), 2, true));
        assertThat(states.nextTime()).isEqualTo(3);
    }

    @Test
    void aFiredTimerChangesItsPartition() {
        key("a");
        states.timers().atTime(1);
        states.timers().atTime(2);
        StateCapture first = states.capture();
        Written.of(first);
        states.committed(first);
        states.fire(1, 10, fired::add);

        assertThat(Written.of(states.capture()).blocks).hasSize(1);
    }

    @Test
    void randomTimersFireAsASortedSetSays() {
        SplittableRandom random = new SplittableRandom(1);
        TreeSet<Long> model = new TreeSet<>();
        key("a");
        for (int i = 0; i < 20_000; i++) {
            long millis = random.nextLong(1000);
            switch (random.nextInt(5)) {
                case 0, 1 -> {
                    key("a");
                    states.timers().atTime(millis);
                    model.add(millis);
                }
                case 2, 3 -> {
                    key("a");
                    states.timers().removeTime(millis);
                    model.remove(millis);
                }
                default -> {
                    long until = random.nextInt(10) == 0 ? millis : millis / 20;
                    fired.clear();
                    // The number is greater than that of all timers
                    states.fire(until, 5000, fired::add);
                    assertThat(fired)
                            .extracting(TimerEvent::millis)
                            .containsExactlyElementsOf(List.copyOf(model.headSet(until, true)));
                    model.headSet(until, true).clear();
                }
            }
            assertThat(states.nextTime()).isEqualTo(model.isEmpty() ? Long.MAX_VALUE : model.first());
        }
    }
}
