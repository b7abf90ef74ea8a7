// SPDX-License-Identifier: Apache-2.0
package io.millrace.formats;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.deser.std.NumberDeserializers;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdScalarSerializer;
import com.fasterxml.jackson.databind.type.LogicalType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Sets Jackson up so that a value has the type of its field, or is an error: it would convert much by itself. */
final class JsonMapping {

    private static final int MOST_DIGITS = 30;

    private JsonMapping() {}

    static JsonMapper mapper(boolean strict) {
        JsonFactory factory = JsonFactory.builder()
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .build();
        JsonMapper.Builder builder = JsonMapper.builder(factory)
                .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
                .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                .enable(DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
                .configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, strict)
                .configure(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES, strict)
                .addModule(module());
        for (LogicalType type : new LogicalType[] {LogicalType.Textual, LogicalType.Enum}) {
            builder.withCoercionConfig(type, config -> {
                config.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail);
                config.setCoercion(CoercionInputShape.Float, CoercionAction.Fail);
                config.setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail);
                config.setCoercion(CoercionInputShape.EmptyString, CoercionAction.Fail);
            });
        }
        // An empty text is a text
        builder.withCoercionConfig(
                LogicalType.Textual,
                config -> config.setCoercion(CoercionInputShape.EmptyString, CoercionAction.TryConvert));
        return builder.build();
    }

    private static SimpleModule module() {
        return new SimpleModule("millrace")
                .addDeserializer(Instant.class, new Instants())
                .addDeserializer(Object.class, new Naturals())
                .addDeserializer(Double.class, new Doubles(Double.class, null))
                .addDeserializer(double.class, new Doubles(double.class, 0d))
                .addDeserializer(Float.class, new Floats(Float.class, null))
                .addDeserializer(float.class, new Floats(float.class, 0f))
                .addSerializer(Instant.class, new WrittenInstant())
                .addSerializer(Double.class, new Finite<>(Double.class))
                .addSerializer(Float.class, new Finite<>(Float.class));
    }

    private static final class Doubles extends NumberDeserializers.DoubleDeserializer {

        private static final long serialVersionUID = 1L;

        Doubles(Class<Double> type, Double nullValue) {
            super(type, nullValue);
        }

        @Override
        public Double deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            Double value = super.deserialize(parser, context);
            return Double.isFinite(value) ? value : (Double) outOfRange(parser, context, double.class);
        }
    }

    private static final class Floats extends NumberDeserializers.FloatDeserializer {

        private static final long serialVersionUID = 1L;

        Floats(Class<Float> type, Float nullValue) {
            super(type, nullValue);
        }

        @Override
        public Float deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            Float value = super.deserialize(parser, context);
            return Float.isFinite(value) ? value : (Float) outOfRange(parser, context, float.class);
        }
    }

    /** A value of which only JSON knows the type. */
    private static final class Naturals extends StdDeserializer<Object> {

        private static final long serialVersionUID = 1L;

        Naturals() {
            super(Object.class);
        }

        @Override
        public Object deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            return natural(parser, context);
        }

        private static Object natural(JsonParser parser, DeserializationContext context) throws IOException {
            switch (parser.currentToken()) {
                case START_OBJECT:
                    Map<String, Object> map = new LinkedHashMap<>();
                    for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
                        parser.nextToken();
                        map.put(name, natural(parser, context));
                    }
                    return map;
                case START_ARRAY:
                    List<Object> list = new ArrayList<>();
                    while (parser.nextToken() != JsonToken.END_ARRAY) {
                        list.add(natural(parser, context));
                    }
                    return list;
                case VALUE_STRING:
                    return parser.getText();
                case VALUE_NUMBER_INT:
                    return parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER
                            ? outOfRange(parser, context, long.class)
                            : (Object) parser.getLongValue();
                case VALUE_NUMBER_FLOAT:
                    double value = parser.getDoubleValue();
                    return Double.isFinite(value) ? (Object) value : outOfRange(parser, context, double.class);
                case VALUE_TRUE:
                    return true;
                case VALUE_FALSE:
                    return false;
                case VALUE_NULL:
                    return null;
                default:
                    return context.handleUnexpectedToken(Object.class, parser);
            }
        }
    }

    private static Object outOfRange(JsonParser parser, DeserializationContext context, Class<?> type)
            throws IOException {
        return context.reportInputMismatch(
                type, "%s is out of the range of %s", shortened(parser.getText()), type.getName());
    }

    private static String shortened(String number) {
        return number.length() <= MOST_DIGITS ? number : number.substring(0, MOST_DIGITS) + "…";
    }

    private static final class Instants extends StdScalarDeserializer<Instant> {

        private static final long serialVersionUID = 1L;

        Instants() {
            super(Instant.class);
        }

        @Override
        public Instant deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            if (!parser.hasToken(JsonToken.VALUE_STRING)) {
                return (Instant) context.handleUnexpectedToken(Instant.class, parser);
            }
            try {
                return DateTimeFormatter.ISO_OFFSET_DATE_TIME.parse(parser.getText(), Instant::from);
            } catch (DateTimeException e) {
                return (Instant) context.handleWeirdStringValue(
                        Instant.class, parser.getText(), "it is no time such as 2026-11-01T12:00:00Z");
            }
        }
    }

    private static final class WrittenInstant extends StdScalarSerializer<Instant> {

        private static final long serialVersionUID = 1L;

        WrittenInstant() {
            super(Instant.class);
        }

        @Override
        public void serialize(Instant value, JsonGenerator out, SerializerProvider provider) throws IOException {
            out.writeString(value.toString());
        }
    }

    private static final class Finite<T extends Number> extends StdScalarSerializer<T> {

        private static final long serialVersionUID = 1L;

        Finite(Class<T> type) {
            super(type);
        }

        @Override
        public void serialize(T value, JsonGenerator out, SerializerProvider provider) throws IOException {
            if (!Double.isFinite(value.doubleValue())) {
                throw new UncheckedIOException(new IOException("JSON has no " + value));
            }
            if (value instanceof Float) {
                out.writeNumber(value.floatValue());
            } else {
                out.writeNumber(value.doubleValue());
            }
        }
    }
}
