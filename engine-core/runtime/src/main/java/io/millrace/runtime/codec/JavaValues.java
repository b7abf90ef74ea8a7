// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.codec;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.serializers.DefaultSerializers;
import com.esotericsoftware.kryo.serializers.ImmutableSerializer;
import com.esotericsoftware.kryo.util.Util;
import java.net.URI;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;

/** The serializers of Java's value classes for which Kryo has none by default, or has an incomplete one. Stateless. */
final class JavaValues {

    private JavaValues() {}

    static void addTo(Kryo kryo) {
        kryo.addDefaultSerializer(UUID.class, new DefaultSerializers.UUIDSerializer());
        kryo.addDefaultSerializer(URI.class, new DefaultSerializers.URISerializer());
        kryo.addDefaultSerializer(AtomicBoolean.class, new DefaultSerializers.AtomicBooleanSerializer());
        kryo.addDefaultSerializer(AtomicInteger.class, new DefaultSerializers.AtomicIntegerSerializer());
        kryo.addDefaultSerializer(AtomicLong.class, new DefaultSerializers.AtomicLongSerializer());
        kryo.addDefaultSerializer(AtomicReference.class, new DefaultSerializers.AtomicReferenceSerializer());
        // A Java runtime without the module java.sql is enough
        if (Util.isClassAvailable("java.sql.Timestamp")) {
            kryo.addDefaultSerializer(Timestamp.class, new DefaultSerializers.TimestampSerializer());
        }
        kryo.addDefaultSerializer(Pattern.class, new DefaultSerializers.PatternSerializer());
        kryo.addDefaultSerializer(Locale.class, new Locales());
        kryo.addDefaultSerializer(ZonedDateTime.class, new ZonedTimes());
    }

    /** The serializer of locales. Kryo's leaves out the script and the extensions. */
    private static final class Locales extends ImmutableSerializer<Locale> {

        @Override
        public void write(Kryo kryo, Output output, Locale locale) {
            output.writeString(locale.getLanguage());
            output.writeString(locale.getCountry());
            output.writeString(locale.getVariant());
            // Only a language tag holds these, and not every old variant can be part of a tag
            boolean isTagged = !locale.getScript().isEmpty() || locale.hasExtensions();
            output.writeString(isTagged ? locale.toLanguageTag() : null);
        }

        @Override
        public Locale read(Kryo kryo, Input input, Class<? extends Locale> type) {
            String language = input.readString();
            String country = input.readString();
            String variant = input.readString();
            String tag = input.readString();
            return tag == null ? new Locale(language, country, variant) : Locale.forLanguageTag(tag);
        }
    }

    /** The serializer of zoned times. Kryo's leaves out the offset, so it makes the first of two equal local times. */
    private static final class ZonedTimes extends ImmutableSerializer<ZonedDateTime> {

        @Override
        public void write(Kryo kryo, Output output, ZonedDateTime time) {
            output.writeLong(time.toEpochSecond());
            output.writeInt(time.getNano());
            output.writeString(time.getZone().getId());
        }

        @Override
        public ZonedDateTime read(Kryo kryo, Input input, Class<? extends ZonedDateTime> type) {
            Instant instant = Instant.ofEpochSecond(input.readLong(), input.readInt());
            return instant.atZone(ZoneId.of(input.readString()));
        }
    }
}
