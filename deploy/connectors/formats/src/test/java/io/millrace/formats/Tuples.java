// SPDX-License-Identifier: Apache-2.0
package io.millrace.formats;

import io.millrace.api.Fields;
import io.millrace.api.Tuple;
import java.lang.reflect.Proxy;
import java.util.List;

/** Makes tuples that know only what formats ask. */
final class Tuples {

    private Tuples() {}

    static Tuple of(Fields fields, Object... values) {
        return (Tuple) Proxy.newProxyInstance(
                Tuple.class.getClassLoader(),
                new Class<?>[] {Tuple.class},
                (self, method, arguments) -> switch (method.getName()) {
                    case "fields" -> fields;
                    case "size" -> values.length;
                    case "contains" -> fields.indexOf((String) arguments[0]) >= 0;
                    case "sourceComponent" -> "source";
                    case "values" -> List.of(values);
                    case "get" ->
                        arguments[0] instanceof Integer index ? values[index] : named(fields, values, arguments[0]);
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }

    private static Object named(Fields fields, Object[] values, Object name) {
        int at = fields.indexOf((String) name);
        if (at < 0) {
            throw new IllegalArgumentException("there is no field '" + name + "': the fields are " + fields);
        }
        return values[at];
    }
}
