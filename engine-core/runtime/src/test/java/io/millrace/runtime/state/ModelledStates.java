// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.state;

import io.millrace.api.state.ChangingValue;
import io.millrace.api.state.ListState;
import io.millrace.api.state.MapState;
import io.millrace.api.state.StateSpec;
import io.millrace.api.state.TimerEvent;
import io.millrace.api.state.ValueState;
import io.millrace.runtime.codec.ValuesCodec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * States beside a model of plain maps, to which the same random changes are made. Results of a state are compared with
 * the model at each change.
 */
final class ModelledStates {

    static final StateSpec<ValueState<Long>> COUNT = StateSpec.value("count", Long.class);
    static final StateSpec<ValueState<Box>> BOX = StateSpec.value("box", Box.class);
    static final StateSpec<MapState<String, Long>> MAP = StateSpec.map("map", String.class, Long.class);
    static final StateSpec<MapState<Long, Box>> BOXES = StateSpec.map("boxes", Long.class, Box.class);
    static final StateSpec<ListState<String>> LIST = StateSpec.list("list", String.class);
    static final StateSpec<ListState<Box>> BOX_LIST = StateSpec.list("box list", Box.class);

    @SuppressWarnings("rawtypes")
    static final StateSpec<ValueState<List>> WORDS = StateSpec.value("words", List.class);

    static final StateSpec<ValueState<Long>> TASK =
            StateSpec.value("task", Long.class).perTask();
    static final StateSpec<MapState<String, Long>> TASK_MAP =
            StateSpec.map("task map", String.class, Long.class).perTask();
    /** A state that has a {@link Tally}, or a number from a snapshot. */
    static final StateSpec<ValueState<Object>> TALLY = StateSpec.value("tally", Object.class);

    static final List<StateSpec<?>> SPECS =
            List.of(COUNT, TALLY, BOX, MAP, BOXES, LIST, BOX_LIST, WORDS, TASK, TASK_MAP);

    private static final int[][] POSITIONS = {{0}, {0, 1}};

    private final SplittableRandom random;
    private final ValuesCodec codec;
    private final HeapStates states;
    private final Map<String, Object> model = new TreeMap<>();
    private final List<Object[]> keys = new ArrayList<>();
    private final int[] positions;

    /** @param codec codec of the calling thread */
    ModelledStates(SplittableRandom random, ValuesCodec codec) {
        this.random = random;
        this.codec = codec;
        this.states = fresh();
        this.positions = POSITIONS[random.nextInt(2)];
        int count = 1 + random.nextInt(random.nextBoolean() ? 5 : 60);
        for (int i = 0; i < count; i++) {
            keys.add(new Object[] {field(i), random.nextInt(3)});
        }
    }

    HeapStates fresh() {
        return new HeapStates("words", SPECS, codec, () -> 0);
    }

    private Object field(int i) {
        return switch (random.nextInt(5)) {
            case 0 -> (long) i;
            case 1 -> i + 0.5;
            case 2 -> new byte[] {(byte) i};
            case 3 -> List.of(i, "x");
            default -> "key " + i;
        };
    }

    HeapStates states() {
        return states;
    }

    /** Returns the content, with values that do not change any more. */
    Map<String, Object> content() {
        Map<String, Object> copy = new TreeMap<>();
        model.forEach((name, value) -> copy.put(name, copy(value)));
        return copy;
    }

    private static Object copy(Object value) {
        if (value instanceof Box box) {
            return new Box(box.first);
        }
        if (value instanceof List<?> list) {
            return new ArrayList<>(list.stream().map(ModelledStates::copy).toList());
        }
        if (value instanceof Map<?, ?> map) {
            Map<Object, Object> copies = new TreeMap<>();
            map.forEach((key, each) -> copies.put(key, copy(each)));
            return copies;
        }
        return value instanceof TreeSet<?> set ? new TreeSet<>(set) : value;
    }

    /** Returns the content of states into which blocks were loaded, by reading all keys and firing all timers. */
    Map<String, Object> contentOf(List<HeapStates> loaded) {
        Map<String, Object> content = new TreeMap<>();
        for (HeapStates each : loaded) {
            keys.forEach(key -> {
                each.key(key, positions);
                read(each, name(key), content);
            });
            put(content, "task", each.handle(TASK).get());
            put(content, "task map", entries(each.handle(TASK_MAP)));
            each.fire(Long.MAX_VALUE, Integer.MAX_VALUE, timer -> addTimer(content, timer));
            each.advanceWatermark(Long.MAX_VALUE, Integer.MAX_VALUE, timer -> addTimer(content, timer));
        }
        return content;
    }

    private static void read(HeapStates states, String key, Map<String, Object> content) {
        put(content, key + " count", states.handle(COUNT).get());
        put(content, key + " tally", Values.content(states.handle(TALLY).get()));
        put(content, key + " box", states.handle(BOX).get());
        put(content, key + " map", entries(states.handle(MAP)));
        put(content, key + " boxes", entries(states.handle(BOXES)));
        put(content, key + " list", elements(states.handle(LIST)));
        put(content, key + " box list", elements(states.handle(BOX_LIST)));
        put(content, key + " words", states.handle(WORDS).get());
    }

    private static void put(Map<String, Object> content, String name, Object value) {
        boolean none = value == null
                || value instanceof Map<?, ?> map && map.isEmpty()
                || value instanceof List<?> list && list.isEmpty() && !name.endsWith("words");
        if (!none && content.put(name, value) != null) {
            throw new AssertionError(name + " is there twice");
        }
    }

    private static <K, V> Map<K, V> entries(MapState<K, V> state) {
        Map<K, V> entries = new TreeMap<>();
        state.forEach(entries::put);
        check(entries.size(), state.size());
        return entries;
    }

    private static <T> List<T> elements(ListState<T> state) {
        List<T> elements = new ArrayList<>();
        state.forEach(elements::add);
        return elements;
    }

    @SuppressWarnings("unchecked")
    private void addTimer(Map<String, Object> content, TimerEvent timer) {
        ((TreeSet<String>) content.computeIfAbsent("timers", none -> new TreeSet<String>()))
                .add(name(timer.key().toArray()) + (timer.eventTime() ? " event " : " time ") + timer.millis());
    }

    private String name(Object[] key) {
        StringBuilder name = new StringBuilder();
        for (int i = 0; i < positions.length; i++) {
            name.append(key[i] instanceof byte[] bytes ? Arrays.toString(bytes) : key[i])
                    .append(' ');
        }
        return name.toString();
    }

    private static void check(Object expected, Object actual) {
        if (expected == null ? actual != null : !expected.equals(actual)) {
            throw new AssertionError("expected " + expected + ", got " + actual);
        }
    }

    /** Changes one state. */
    void change() {
        Object[] key = keys.get(random.nextInt(keys.size()));
        states.key(key, positions);
        String name = name(key);
        long number = random.nextLong(20);
        switch (random.nextInt(11)) {
            case 10 -> changeTally(name + " tally", number);
            case 0, 1 -> changeCount(states.handle(COUNT), name + " count", number);
            case 2 -> changeBox(name + " box", number);
            case 3 -> changeMap(states.handle(MAP), name + " map", number);
            case 4 -> changeBoxes(name + " boxes", number);
            case 5 -> changeList(name + " list", number);
            case 6 -> changeBoxList(name + " box list", number);
            case 7 -> changeWords(name + " words", number);
            case 8 -> {
                states.noKey("this is of the task");
                if (random.nextBoolean()) {
                    changeCount(states.handle(TASK), "task", number);
                } else {
                    changeMap(states.handle(TASK_MAP), "task map", number);
                }
            }
            default -> changeTimers(name, number);
        }
    }

    private boolean seldom() {
        return random.nextInt(6) == 0;
    }

    private void changeCount(ValueState<Long> state, String name, long number) {
        check(model.get(name), state.get());
        if (seldom()) {
            state.clear();
            model.remove(name);
        } else {
            state.set(number);
            model.put(name, number);
        }
    }

    /** A number that is changed in place. */
    private static final class Tally implements ChangingValue {

        private long number;

        @Override
        public Tally copy() {
            Tally copy = new Tally();
            copy.number = number;
            return copy;
        }

        @Override
        public Object content() {
            return number;
        }
    }

    private void changeTally(String name, long number) {
        ValueState<Object> state = states.handle(TALLY);
        Object value = random.nextBoolean() ? state.change() : state.get();
        check(model.get(name), value == null ? null : ((Tally) value).number);
        if (value != null && seldom()) {
            state.clear();
            model.remove(name);
            return;
        }
        if (value == null) {
            state.set(new Tally());
        }
        Tally tally = (Tally) state.change();
        tally.number += number;
        model.put(name, tally.number);
    }

    private void changeBox(String name, long number) {
        ValueState<Box> state = states.handle(BOX);
        Box box = state.get();
        check(model.get(name), box);
        if (box == null) {
            box = new Box(number);
        } else {
            box.add(number);
        }
        state.set(box);
        model.put(name, new Box(box.first));
    }

    @SuppressWarnings("unchecked")
    private <T> T part(String name, T empty) {
        return (T) model.computeIfAbsent(name, none -> empty);
    }

    private void changeMap(MapState<String, Long> state, String name, long number) {
        Map<String, Long> map = part(name, new TreeMap<String, Long>());
        check(map, entries(state));
        String key = "k" + random.nextInt(8);
        if (seldom()) {
            state.clear();
            map.clear();
        } else if (random.nextInt(3) == 0) {
            check(map.remove(key), state.remove(key));
        } else {
            state.put(key, number);
            map.put(key, number);
        }
        check(map.get(key), state.get(key));
        forget(name, map.isEmpty());
    }

    private void changeBoxes(String name, long number) {
        MapState<Long, Box> state = states.handle(BOXES);
        Map<Long, Box> map = part(name, new TreeMap<Long, Box>());
        long key = random.nextInt(4);
        Box box = state.get(key);
        check(map.get(key), box);
        if (box != null && random.nextBoolean()) {
            state.forEach((each, value) -> value.add(number));
            map.values().forEach(value -> value.add(number));
            map.keySet().forEach(each -> state.put(each, state.get(each)));
        } else if (box != null && seldom()) {
            Box removed = state.remove(key);
            check(map.remove(key), removed);
            removed.add(1000);
        } else {
            state.put(key, new Box(number));
            map.put(key, new Box(number));
        }
        forget(name, map.isEmpty());
    }

    private void changeList(String name, long number) {
        ListState<String> state = states.handle(LIST);
        List<String> list = part(name, new ArrayList<String>());
        check(list, elements(state));
        if (seldom()) {
            List<String> set = List.of("a", "b", "c").subList(0, random.nextInt(4));
            state.set(set);
            list.clear();
            list.addAll(set);
        } else {
            state.add("e" + number);
            list.add("e" + number);
        }
        forget(name, list.isEmpty());
    }

    private void changeBoxList(String name, long number) {
        ListState<Box> state = states.handle(BOX_LIST);
        List<Box> list = part(name, new ArrayList<Box>());
        if (list.isEmpty() || random.nextBoolean()) {
            state.add(new Box(number));
            list.add(new Box(number));
        } else if (seldom()) {
            state.clear();
            list.clear();
        } else {
            List<Box> all = elements(state);
            all.forEach(box -> box.add(number));
            state.set(all);
            list.forEach(box -> box.add(number));
        }
        check(list, elements(state));
        forget(name, list.isEmpty());
    }

    @SuppressWarnings("unchecked")
    private void changeWords(String name, long number) {
        ValueState<?> state = states.handle(WORDS);
        List<Object> words = (List<Object>) state.get();
        check(model.get(name), words);
        if (words == null) {
            words = new ArrayList<>();
        } else if (words.size() > 6) {
            words.clear();
        }
        words.add(number);
        states.handle(WORDS).set(words);
        model.put(name, new ArrayList<>(words));
    }

    private void changeTimers(String name, long number) {
        boolean eventTime = random.nextBoolean();
        TreeSet<String> timers = part("timers", new TreeSet<String>());
        String timer = name + (eventTime ? " event " : " time ") + number;
        if (random.nextBoolean()) {
            if (eventTime) {
                states.timers().atEventTime(number);
            } else {
                states.timers().atTime(number);
            }
            timers.add(timer);
        } else if (random.nextBoolean()) {
            if (eventTime) {
                states.timers().removeEventTime(number);
            } else {
                states.timers().removeTime(number);
            }
            timers.remove(timer);
        } else {
            states.fire(states.nextTime(), 1, fired -> {
                if (!timers.remove(name(fired.key().toArray()) + " time " + fired.millis())) {
                    throw new AssertionError(fired + " fires, which is not set");
                }
            });
        }
        forget("timers", timers.isEmpty());
    }

    private void forget(String name, boolean isEmpty) {
        if (isEmpty) {
            model.remove(name);
        }
    }
}
