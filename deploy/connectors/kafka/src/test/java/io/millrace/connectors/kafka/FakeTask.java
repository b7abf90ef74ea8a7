// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.kafka;

import io.millrace.api.BoltCollector;
import io.millrace.api.Counter;
import io.millrace.api.Fields;
import io.millrace.api.SpoutCollector;
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
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongSupplier;

/**
 * Stands for the engine around one task, with a clock that the test steps. Contexts, collectors and tuples are proxies
 * that know only the methods which the connector calls; any other one throws.
 */
final class FakeTask {

    private record Command(long at, Runnable action) {}

    final int index;
    final int count;
    final List<Throwable> errors = new ArrayList<>();
    final List<List<Object>> emitted = new ArrayList<>();
    final List<String> streams = new ArrayList<>();
    final List<Object> ids = new ArrayList<>();
    final List<Integer> partitionOf = new ArrayList<>();
    final List<Tuple> acked = new ArrayList<>();
    final List<Tuple> failed = new ArrayList<>();
    final Map<String, Counter> counters = new HashMap<>();
    final Queue<Runnable> commands = new ConcurrentLinkedQueue<>();

    /** Replaced by tests with threads of their own. */
    LongSupplier clock = () -> this.now;

    int[] partitions = {};
    int[] backlog = {};
    int partition = -1;
    boolean paused;
    boolean finished;
    long idleUntil;
    long now;

    private final List<Command> later = new ArrayList<>();
    private final Config config;

    FakeTask(int index, int count, Guarantee guarantee) {
        this.index = index;
        this.count = count;
        config = Config.empty().with(TopologyKeys.GUARANTEE, guarantee);
    }

    void advance(long nanos) {
        now += nanos;
        List<Command> due = later.stream()
                .filter(command -> command.at <= now)
                .sorted(Comparator.comparingLong(Command::at))
                .toList();
        later.removeAll(due);
        due.forEach(command -> command.action.run());
    }

    /** Runs what other threads have asked for. */
    void runCommands() {
        Runnable command;
        while ((command = commands.poll()) != null) {
            command.run();
        }
    }

    long counter(String name) {
        return counters.containsKey(name) ? counters.get(name).get() : 0;
    }

    List<Object> first() {
        return emitted.stream().map(values -> values.get(0)).toList();
    }

    TaskContext context() {
        return proxy(TaskContext.class, (method, arguments) -> switch (method) {
            case "taskId" -> index + 1;
            case "taskIndex" -> index;
            case "taskCount" -> count;
            case "topologyName" -> "topology";
            case "topologyId" -> "topology-1";
            case "componentId" -> "kafka";
            case "node" -> "local";
            case "config" -> config;
            case "nanoTime" -> clock.getAsLong();
            case "counter" -> counters.computeIfAbsent((String) arguments[0], name -> new Count());
            case "gauge" -> null;
            case "execute" -> commands.add((Runnable) arguments[0]);
            case "executeAt" -> later.add(new Command((Long) arguments[0], (Runnable) arguments[1]));
            default -> throw new UnsupportedOperationException(method);
        });
    }

    SpoutCollector spoutOut() {
        return proxy(SpoutCollector.class, (method, arguments) -> switch (method) {
            case "emit" -> note("default", null, (Object[]) arguments[0]);
            case "emitTracked" -> note("default", arguments[0], (Object[]) arguments[1]);
            case "emitTo" -> note((String) arguments[0], arguments[1], (Object[]) arguments[2]);
            case "eventTimePartitions" -> partitions = (int[]) arguments[0];
            case "eventTimeBacklog" -> backlog = (int[]) arguments[0];
            case "eventTimePartition" -> partition = (Integer) arguments[0];
            case "idleUntil" -> idleUntil = (Long) arguments[0] > clock.getAsLong() ? (Long) arguments[0] : idleUntil;
            case "finish" -> finished = true;
            case "reportError" -> errors.add((Throwable) arguments[0]);
            default -> throw new UnsupportedOperationException(method);
        });
    }

    private boolean note(String stream, Object id, Object[] values) {
        streams.add(stream);
        ids.add(id);
        partitionOf.add(partition);
        return emitted.add(Arrays.asList(values));
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

    /** Returns an input with the fields f0, f1 and so on. */
    static Tuple tuple(Object... values) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < values.length; i++) {
            names.add("f" + i);
        }
        Fields fields = new Fields(names);
        return proxy(Tuple.class, (method, arguments) -> switch (method) {
            case "size" -> values.length;
            case "get", "getInt" ->
                values[arguments[0] instanceof String name ? names.indexOf(name) : (Integer) arguments[0]];
            case "values" -> Arrays.asList(values);
            case "fields" -> fields;
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
