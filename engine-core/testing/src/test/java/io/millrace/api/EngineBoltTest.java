// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.config.Config;
import io.millrace.api.config.EngineBounds;
import io.millrace.api.error.TopologyException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class EngineBoltTest {

    private static final class Nothing implements BasicBolt {

        private static final long serialVersionUID = 1L;

        @Override
        public void declareOutputs(OutputDeclarer out) {}

        @Override
        public void execute(Tuple input, Emitter out) {}
    }

    private final AtomicInteger searches = new AtomicInteger();

    private Object answer(Method method, Object[] arguments) {
        return switch (method.getName()) {
            case "resource" -> {
                searches.incrementAndGet();
                throw new TopologyException("none");
            }
            case "config" -> Config.empty();
            case "share" -> ((Supplier<?>) arguments[1]).get();
            case "counter", "timer", "gauge" -> throw new IllegalArgumentException("no room");
            case "nanoTime" -> System.nanoTime();
            case "attempt" -> 1L;
            case "execute", "executeAt" -> null;
            default -> method.getReturnType() == int.class ? (Object) 1 : "text";
        };
    }

    /** The search goes through all jars, and the task's thread does nothing else meanwhile. */
    @Test
    void resourcesAreLookedForOnceHoweverManyEnginesStart() {
        TaskContext context = (TaskContext) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {TaskContext.class},
                (proxy, method, arguments) -> answer(method, arguments));
        BoltCollector out = (BoltCollector) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {BoltCollector.class}, (proxy, method, arguments) -> null);
        EngineBolt bolt = new EngineBolt(Engines.of(new Nothing()), 2, 8);
        bolt.prepare(context, out);
        bolt.bounds(new EngineBounds.Range(8, 8));
        bolt.close();
        assertThat(searches).hasValue(1);
    }
}
