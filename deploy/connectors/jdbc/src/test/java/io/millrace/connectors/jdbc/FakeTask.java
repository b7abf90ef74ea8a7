// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.jdbc;

import io.millrace.api.BoltCollector;
import io.millrace.api.Counter;
import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Stands for the engine around one task of a sink, with a clock that the test steps. Unknown methods throw. */
final class FakeTask {

    private record Command(long at, Runnable action) {}

    final List<Throwable> reported = new ArrayList<>();
    final List<Throwable> thrown = new ArrayList<>();
    final List<Tuple> acked = new ArrayList<>();
    final List<Tuple> failed = new ArrayList<>();
    boolean paused;
    long now;

    private final int index;
    private final String topologyId;
    private final Map<String, Long> counters = new HashMap<>();
    private final List<Command> commands = new ArrayList<>();

    FakeTask(int index, String topologyId) {
        this.index = index;
        this.topologyId = topologyId;
    }

    void advance(long nanos) {
        now += nanos;
        List<Command> due = commands.stream()
                .filter(command -> command.at <= now)
                .sorted(Comparator.comparingLong(Command::at))
                .toList();
        commands.removeAll(due);
        for (Command each : due) {
            try {
                each.action.run();
            } catch (RuntimeException e) {
                thrown.add(e);
            }
        }
    }

    long counter(String name) {
        return counters.getOrDefault(name, 0L);
    }

    TaskContext context() {
        Config config = Config.empty().with(TopologyKeys.GUARANTEE, Guarantee.AT_LEAST_ONCE);
        return proxy(TaskContext.class, (method, arguments) -> switch (method) {
            case "taskIndex" -> index;
            case "topologyId" -> topologyId;
            case "componentId" -> "out";
            case "node" -> "node-1";
            case "config" -> config;
            // Each question takes a millisecond, so that what waits for a time comes to its end
            case "nanoTime" -> now += 1_000_000;
            case "counter" -> count((String) arguments[0]);
            case "execute" -> commands.add(new Command(now, (Runnable) arguments[0]));
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

    BoltCollector out() {
        return proxy(BoltCollector.class, (method, arguments) -> switch (method) {
            case "ack" -> acked.add((Tuple) arguments[0]);
            case "fail" -> failed.add((Tuple) arguments[0]);
            case "pauseInput" -> paused = true;
            case "resumeInput" -> paused = false;
            case "reportError" -> reported.add((Throwable) arguments[0]);
            default -> throw new UnsupportedOperationException(method);
        });
    }

    /** A tuple of names and values in turn. */
    static Tuple tuple(Object... namesAndValues) {
        Map<Object, Object> values = new HashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            values.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return proxy(Tuple.class, (method, arguments) -> switch (method) {
            case "get" -> {
                if (!values.containsKey(arguments[0])) {
                    throw new IllegalArgumentException("no field " + arguments[0]);
                }
                yield values.get(arguments[0]);
            }
            case "isTick" -> false;
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
