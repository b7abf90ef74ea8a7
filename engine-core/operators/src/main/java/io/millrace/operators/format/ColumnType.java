// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.format;

import io.millrace.api.error.MalformedException;
import java.util.Map;
import java.util.Optional;

/** The type of a column in text; numbers are read by {@link Decimals}. An empty text is null where the type has it. */
public enum ColumnType {
    TEXT("text"),
    INT("int"),
    INT_OR_NULL("int"),
    LONG("long"),
    LONG_OR_NULL("long"),
    DOUBLE("double, which is finite and in decimal digits"),
    DOUBLE_OR_NULL("double, which is finite and in decimal digits"),
    BOOLEAN("boolean, which is true or false"),
    BOOLEAN_OR_NULL("boolean, which is true or false");

    private static final int SHOWN = 100;

    private static final Map<Class<?>, ColumnType> BY_CLASS = Map.of(
            String.class, TEXT,
            int.class, INT,
            Integer.class, INT_OR_NULL,
            long.class, LONG,
            Long.class, LONG_OR_NULL,
            double.class, DOUBLE,
            Double.class, DOUBLE_OR_NULL,
            boolean.class, BOOLEAN,
            Boolean.class, BOOLEAN_OR_NULL);

    private final String description;

    ColumnType(String description) {
        this.description = description;
    }

    static Optional<ColumnType> of(Class<?> type) {
        return Optional.ofNullable(BY_CLASS.get(type));
    }

    Object value(String column, String text) throws MalformedException {
        try {
            return switch (this) {
                case TEXT -> text;
                case INT -> (Object) Decimals.toInt(text);
                case LONG -> (Object) Decimals.toLong(text);
                case DOUBLE -> (Object) Decimals.toDouble(text);
                case BOOLEAN -> bool(text);
                case INT_OR_NULL -> text.isEmpty() ? null : (Object) Decimals.toInt(text);
                case LONG_OR_NULL -> text.isEmpty() ? null : (Object) Decimals.toLong(text);
                case DOUBLE_OR_NULL -> text.isEmpty() ? null : (Object) Decimals.toDouble(text);
                case BOOLEAN_OR_NULL -> text.isEmpty() ? null : bool(text);
            };
        } catch (IllegalArgumentException e) {
            String shown = text.length() > SHOWN ? text.substring(0, SHOWN) + "..." : text;
            throw new MalformedException("column '" + column + "' is '" + shown + "', and not a " + description, e);
        }
    }

    private static Boolean bool(String text) {
        if (!text.equals("true") && !text.equals("false")) {
            throw new IllegalArgumentException(text);
        }
        return text.equals("true");
    }

    /**
     * Returns an object that equals the value of a column of this type if the value of a tuple means the same; null for
     * null.
     */
    public Object key(String field, Object value) {
        if (value == null) {
            return null;
        }
        return switch (this) {
            case TEXT -> value instanceof byte[] ? fail(field, value) : value.toString();
            case INT, INT_OR_NULL, LONG, LONG_OR_NULL ->
                value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte
                        ? (Object) ((Number) value).longValue()
                        : fail(field, value);
            case DOUBLE, DOUBLE_OR_NULL -> value instanceof Number number ? number.doubleValue() : fail(field, value);
            case BOOLEAN, BOOLEAN_OR_NULL -> value instanceof Boolean ? value : fail(field, value);
        };
    }

    private Object fail(String field, Object value) {
        throw new IllegalArgumentException(
                "field '" + field + "' is of " + value.getClass().getName() + ", and the key of the table is a "
                        + description + ": emit that, or let the key be a text");
    }
}
