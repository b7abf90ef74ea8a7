// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.format;

import io.millrace.api.error.MalformedException;
import java.util.Map;
import java.util.Optional;

/** The type of a column in text; numbers are read by {@link Decimals}. */
public enum ColumnType {
    TEXT("text", true),
    INT("int", false),
    INT_OR_NULL("int", true),
    LONG("long", false),
    LONG_OR_NULL("long", true),
    DOUBLE("double, which is finite and in decimal digits", false),
    DOUBLE_OR_NULL("double, which is finite and in decimal digits", true),
    BOOLEAN("boolean, which is true or false", false),
    BOOLEAN_OR_NULL("boolean, which is true or false", true);

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
    private final boolean hasNull;

    ColumnType(String description, boolean hasNull) {
        this.description = description;
        this.hasNull = hasNull;
    }

    static Optional<ColumnType> of(Class<?> type) {
        return Optional.ofNullable(BY_CLASS.get(type));
    }

    /** @param text null for a column that is empty and has no quotes; is not kept */
    Object value(String column, CharSequence text) throws MalformedException {
        if (text == null) {
            if (!hasNull) {
                throw new MalformedException("column '" + column + "' is empty, and not a " + description);
            }
            return null;
        }
        try {
            return switch (this) {
                case TEXT -> text.toString();
                case INT, INT_OR_NULL -> (Object) Decimals.toInt(text);
                case LONG, LONG_OR_NULL -> (Object) Decimals.toLong(text);
                case DOUBLE, DOUBLE_OR_NULL -> (Object) Decimals.toDouble(text);
                case BOOLEAN, BOOLEAN_OR_NULL -> bool(text);
            };
        } catch (IllegalArgumentException e) {
            String shown = text.length() > SHOWN ? text.subSequence(0, SHOWN) + "..." : text.toString();
            throw new MalformedException("column '" + column + "' is '" + shown + "', and not a " + description, e);
        }
    }

    private static Boolean bool(CharSequence text) {
        boolean value = "true".contentEquals(text);
        if (!value && !"false".contentEquals(text)) {
            throw new IllegalArgumentException(text.toString());
        }
        return value;
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
