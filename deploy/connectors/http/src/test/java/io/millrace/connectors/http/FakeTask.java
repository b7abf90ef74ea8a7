// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.http;

import io.millrace.api.BoltCollector;
import io.millrace.api.Counter;
import io.millrace.api.SpoutCollector;
import io.millrace.api.Streams;
import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleSupplier;

/**
 * Stands for the engine around one task, whose thread is that of the test. The clock is the real one, as the clients
 * are. Unknown methods throw.
 */
final class FakeTask {

    /** What a task runs at a time. */
    private record Command(long at, Runnable action) implements Delayed {

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(at - System.nanoTime(), TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(at, ((Command) other).at);
        }
    }

    RuntimeException refusal;
    final List<Throwable> reported = new ArrayList<>();
    final List<Throwable> thrown = new ArrayList<>();
    final List<Tuple> acked = new ArrayList<>();
    final List<Tuple> failed = new ArrayList<>();
    final List<List<Object>> emitted = new ArrayList<>();
    final List<Object> ids = new ArrayList<>();
    final Map<String, DoubleSupplier> gauges = new HashMap<>();
    boolean paused;

    private int ran;
    private final int index;
    private final Map<String, Long> counters = new HashMap<>();
    private final DelayQueue<Command> commands = new DelayQueue<>();

    FakeTask(int index) {
        this.index = index;
    }

    /** Runs commands until the condition holds. The test's time-out ends it otherwise. */
    void runUntil(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            try {
                Command next = commands.poll(10, TimeUnit.MILLISECONDS);
                if (next != null) {
                    ran++;
                    next.action.run();
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            } catch (RuntimeException e) {
                thrown.add(e);
            }
        }
    }

    /** Returns how many commands there were. */
    int commandsRun() {
        return ran;
    }

    long counter(String name) {
        return counters.getOrDefault(name, 0L);
    }

    TaskContext context() {
        return proxy(TaskContext.class, (method, arguments) -> switch (method) {
            case "taskIndex" -> index;
            case "componentId" -> "http";
            case "node" -> "node-1";
            case "config" -> Config.empty();
            case "nanoTime" -> System.nanoTime();
            case "counter" -> count((String) arguments[0]);
            case "gauge" -> gauges.put((String) arguments[0], (DoubleSupplier) arguments[1]);
            case "execute" -> commands.add(new Command(System.nanoTime(), (Runnable) arguments[0]));
            case "executeAt" -> commands.add(new Command((Long) arguments[0], (Runnable) arguments[1]));
            default -> throw new UnsupportedOperationException(method);
        });
    }

    private Counter count(String name) {
        return proxy(Counter.class, (method, arguments) -> switch (method) {
            case "add" -> counters.merge(name, (Long) arguments[0], Long::sum);
            case "increment" -> counters.merge(name, 1L, Long::sum);
            default -> throw new UnsupportedOperationException(method);
        });
    }

    BoltCollector boltOut() {
        return proxy(BoltCollector.class, (method, arguments) -> switch (method) {
            case "ack" -> acked.add((Tuple) arguments[0]);
            case "fail" -> failed.add((Tuple) arguments[0]);
            case "resetTimeout" -> null;
            case "pauseInput" -> paused = true;
            case "resumeInput" -> paused = false;
            case "reportError" -> reported.add((Throwable) arguments[0]);
            default -> throw new UnsupportedOperationException(method);
        });
    }

    SpoutCollector spoutOut() {
        return proxy(SpoutCollector.class, (method, arguments) -> switch (method) {
            case "emitTracked" -> emit(Streams.DEFAULT, arguments[0], (Object[]) arguments[1]);
            case "emitTo" -> emit((String) arguments[0], arguments[1], (Object[]) arguments[2]);
            case "idleUntil" -> null;
            case "reportError" -> reported.add((Throwable) arguments[0]);
            default -> throw new UnsupportedOperationException(method);
        });
    }

    private boolean emit(String stream, Object id, Object[] values) {
        if (refusal != null) {
            throw refusal;
        }
        List<Object> row = new ArrayList<>(List.of(stream));
        row.addAll(Arrays.asList(values));
        ids.add(id);
        return emitted.add(row);
    }

    /** A tuple of names and values in turn. */
    static Tuple tuple(Object... namesAndValues) {
        List<Object> values = new ArrayList<>();
        Map<Object, Object> byName = new HashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            byName.put(namesAndValues[i], namesAndValues[i + 1]);
            values.add(namesAndValues[i + 1]);
        }
        return proxy(Tuple.class, (method, arguments) -> switch (method) {
            case "get" -> arguments[0] instanceof Integer at ? values.get(at) : byName.get(arguments[0]);
            case "size" -> values.size();
            case "values" -> values;
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
}
