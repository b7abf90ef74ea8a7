package io.millrace.api;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;

/** Tuples for tests of what uses them. */
final class Rows {

    private Rows() {}

    static Tuple tuple(Fields fields, Object... values) {
        return tuple(Streams.DEFAULT, fields, values);
    }

    static Tuple tick() {
        return tuple(Streams.TICK, new Fields(List.of()));
    }

    /** Knows how to get by position and by name, which is all that functions need. */
    private static Tuple tuple(String stream, Fields fields, Object... values) {
        return (Tuple) Proxy.newProxyInstance(
                Tuple.class.getClassLoader(), new Class<?>[] {Tuple.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("isTick")) {
                        return stream.equals(Streams.TICK);
                    }
                    if (method.getName().equals("values")) {
                        return Arrays.asList(values);
                    }
                    if (method.getName().equals("fields")) {
                        return fields;
                    }
                    if (method.isDefault()) {
                        return InvocationHandler.invokeDefault(proxy, method, arguments);
                    }
                    Object key = arguments[0];
                    return values[key instanceof Integer position ? position : fields.indexOf((String) key)];
                });
    }
}
