// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.files;

import io.millrace.api.BoltCollector;
import io.millrace.api.Counter;
import io.millrace.api.Fields;
import io.millrace.api.SpoutCollector;
import io.millrace.api.Streams;
import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Stands for the engine around one task, with a clock that the test steps. Contexts, collectors and tuples are proxies
 * that know only the methods which the connectors call; any other one throws.
 */
final class FakeTask {

    private record Command(long at, Runnable action) {}

    final int index;
    final int count;
    final List<Throwable> errors = new ArrayList<>();
    final List<List<Object>> emitted = new ArrayList<>();
    final List<String> streams = new ArrayList<>();
    final List<Object> ids = new ArrayList<>();
    final List<Tuple> acked = new ArrayList<>();
    final List<Tuple> failed = new ArrayList<>();
    final Map<String, Counter> counters = new HashMap<>();
    int[] partitions;
    int[] backlog;
    final List<Integer> partitionOf = new ArrayList<>();
    boolean paused;
    boolean finished;
    Predicate<Object[]> refused = values -> false;
    long idleUntil;
    long now;

    private final List<Command> commands = new ArrayList<>();
    private Config config;
    private int from = -1;

    FakeTask(int index, int count, Guarantee guarantee) {
        this.index = index;
        this.count = count;
        config = Config.empty().with(TopologyKeys.GUARANTEE, guarantee);
    }

    FakeTask with(Config more) {
        config = config.with(more);
        return this;
    }

    static FakeTask withSnapshots(int index, int count) {
        return new FakeTask(index, count, Guarantee.AT_MOST_ONCE);
    }

    void advance(long nanos) {
        now += nanos;
        List<Command> due = commands.stream()
                .filter(command -> command.at <= now)
                .sorted(Comparator.comparingLong(Command::at))
                .toList();
        commands.removeAll(due);
        due.forEach(command -> command.action.run());
    }

    long counter(String name) {
        return counters.containsKey(name) ? counters.get(name).get() : 0;
    }

    TaskContext context() {
        return proxy(TaskContext.class, (method, arguments) -> switch (method) {
            case "taskIndex" -> index;
            case "taskCount" -> count;
            case "topologyName" -> "topology";
            case "componentId" -> "files";
            case "node" -> "local";
            case "config" -> config;
            case "nanoTime" -> now;
            case "gauge" -> null;
            case "counter" -> counters.computeIfAbsent((String) arguments[0], name -> new Count());
            case "executeAt" -> commands.add(new Command((Long) arguments[0], (Runnable) arguments[1]));
            default -> throw new UnsupportedOperationException(method);
        });
    }

    SpoutCollector spoutOut() {
        return proxy(SpoutCollector.class, (method, arguments) -> switch (method) {
            case "emit" -> emit(Streams.DEFAULT, null, arguments[0]);
            case "emitTracked" -> emit(Streams.DEFAULT, arguments[0], arguments[1]);
            case "emitTo" -> emit((String) arguments[0], arguments[1], arguments[2]);
            case "eventTimePartitions" -> partitions = (int[]) arguments[0];
            case "eventTimeBacklog" -> backlog = (int[]) arguments[0];
            case "addEventTimePartition" -> add((Integer) arguments[0], (Boolean) arguments[1]);
            case "removeEventTimePartition" -> remove((Integer) arguments[0]);
            case "eventTimePartition" -> from = (Integer) arguments[0];
            case "idleUntil" -> idleUntil = (Long) arguments[0] > now ? (Long) arguments[0] : idleUntil;
            case "finish" -> finished = true;
            case "reportError" -> errors.add((Throwable) arguments[0]);
            default -> throw new UnsupportedOperationException(method);
        });
    }

    private boolean add(int partition, boolean more) {
        partitions = IntStream.concat(IntStream.of(without(partitions, partition)), IntStream.of(partition))
                .toArray();
        backlog = without(backlog, partition);
        if (more) {
            backlog = IntStream.concat(IntStream.of(backlog), IntStream.of(partition))
                    .toArray();
        }
        return true;
    }

    private boolean remove(int partition) {
        partitions = without(partitions, partition);
        backlog = without(backlog, partition);
        return true;
    }

    private static int[] without(int[] all, int one) {
        return IntStream.of(all).filter(each -> each != one).toArray();
    }

    private boolean emit(String stream, Object id, Object values) {
        if (refused.test((Object[]) values)) {
            throw new IllegalArgumentException("the tuple is too large");
        }
        streams.add(stream);
        partitionOf.add(from);
        if (id != null) {
            ids.add(id);
        }
        return emitted.add(Arrays.asList((Object[]) values));
    }

    BoltCollector boltOut() {
        return proxy(BoltCollector.class, (method, arguments) -> switch (method) {
            case "ack" -> acked.add((Tuple) arguments[0]);
            case "fail" -> failed.add((Tuple) arguments[0]);
            case "pauseInput" -> paused = true;
            case "resumeInput" -> paused = false;
            case "reportError" -> errors.add((Throwable) arguments[0]);
            default -> throw new UnsupportedOperationException(method);
        });
    }

    static Tuple tuple(Object... values) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < values.length; i++) {
            names.add("f" + i);
        }
        return proxy(Tuple.class, (method, arguments) -> switch (method) {
            case "size" -> values.length;
            case "get" -> values[(Integer) arguments[0]];
            case "fields" -> new Fields(names);
            case "isTick" -> false;
            case "sourceComponent" -> "source";
            default -> throw new UnsupportedOperationException(method);
        });
    }

    private interface Answers {
        Object to(String method, Object[] arguments);
    }

    private static <T> T proxy(Class<T> type, Answers answers) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    if (method.getDeclaringClass() == Object.class) {
                        return switch (method.getName()) {
                            case "equals" -> self == arguments[0];
                            case "hashCode" -> System.identityHashCode(self);
                            default -> type.getSimpleName();
                        };
                    }
                    Object answer = answers.to(method.getName(), arguments);
                    return method.getReturnType() == void.class ? null : answer;
                }));
    }

    private static final class Count implements Counter {

        private long value;

        @Override
        public void add(long amount) {
            value += amount;
        }

        @Override
        public void set(long newValue) {
            value = newValue;
        }

        @Override
        public long get() {
            return value;
        }
    }
}
