package io.millrace.examples.wordcount;

import io.millrace.api.BoltCollector;
import io.millrace.api.Counter;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a component sees of the engine, with a clock that the test sets. */
final class FakeTask {

    /** Something emitted with tracking. */
    record Emitted(Object id, long intendedNanos, List<Object> values) {}

    final Map<String, Long> counters = new HashMap<>();
    final List<Emitted> emitted = new ArrayList<>();
    final List<Object> acked = new ArrayList<>();
    final List<Throwable> errors = new ArrayList<>();
    boolean finished;
    long nanoTime;
    private long intended;
    long idleUntil;

    private final Config config;
    private final int index;
    private final int count;

    FakeTask(Config config, int index, int count) {
        this.config = config;
        this.index = index;
        this.count = count;
    }

    TaskContext context() {
        return proxy(TaskContext.class, (method, args) -> switch (method) {
            case "config" -> config;
            case "taskIndex" -> index;
            case "taskCount" -> count;
            case "nanoTime" -> nanoTime;
            case "counter" -> counter((String) args[0]);
            default -> throw new AssertionError(method);
        });
    }

    SpoutCollector spoutCollector() {
        return proxy(SpoutCollector.class, (method, args) -> {
            switch (method) {
                case "intendedAt" -> intended = (long) args[0];
                case "emitTracked" -> emitted.add(new Emitted(args[0], intended, List.of((Object[]) args[1])));
                case "idleUntil" -> idleUntil = (long) args[0];
                case "finish" -> finished = true;
                default -> throw new AssertionError(method);
            }
            return null;
        });
    }

    BoltCollector boltCollector() {
        return proxy(BoltCollector.class, (method, args) -> {
            switch (method) {
                case "ack" -> acked.add(args[0]);
                case "reportError" -> errors.add((Throwable) args[0]);
                default -> throw new AssertionError(method);
            }
            return null;
        });
    }

    /** A tuple of these fields, or a tick if there are none. */
    static Tuple tuple(Map<String, Object> values) {
        return proxy(Tuple.class, (method, args) -> switch (method) {
            case "isTick" -> values.isEmpty();
            case "getString", "getInt", "getLong" -> values.get((String) args[0]);
            case "hashCode" -> System.identityHashCode(values);
            case "toString" -> values.toString();
            default -> throw new AssertionError(method);
        });
    }

    private Counter counter(String name) {
        counters.putIfAbsent(name, 0L);
        return new Counter() {
            @Override
            public void add(long amount) {
                counters.merge(name, amount, Long::sum);
            }

            @Override
            public void set(long value) {
                counters.put(name, value);
            }

            @Override
            public long get() {
                return counters.get(name);
            }
        };
    }

    private interface Answer {
        Object to(String method, Object[] args);
    }

    private static <T> T proxy(Class<T> type, Answer answer) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (self, method, args) -> answer.to(method.getName(), args)));
    }
}
