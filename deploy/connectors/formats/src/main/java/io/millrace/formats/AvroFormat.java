// SPDX-License-Identifier: Apache-2.0
package io.millrace.formats;

import io.millrace.api.Fields;
import io.millrace.api.Tuple;
import io.millrace.api.error.MalformedException;
import io.millrace.api.error.TopologyException;
import io.millrace.operators.format.ReadFormat;
import io.millrace.operators.format.WriteFormat;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;

/**
 * Messages that are one record each in Avro's binary encoding, without a header. A field of a tuple is the record's
 * field of its name. Immutable.
 *
 * <p>Values are {@code Boolean}, {@code Integer}, {@code Long}, {@code Float}, {@code Double}, {@code String} (also for
 * enums), {@code byte[]} (for bytes and fixed), {@code List}, {@code Map} (for maps and records), or null. Logical
 * types {@code timestamp-millis} and {@code timestamp-micros} are {@code Instant}, {@code date} is {@code LocalDate},
 * {@code decimal} is {@code BigDecimal}; all others are what they are made of.
 *
 * <p>All messages are written by one schema: this one, or that of {@link #writtenBy}. There is no registry. {@link
 * #skipPrefix} passes over the id that writers with a registry put before the record.
 */
public final class AvroFormat implements ReadFormat, WriteFormat {

    private static final long serialVersionUID = 1L;

    private static final int MOST_PREFIX = 1 << 10;

    private final String schema;
    private final String writer;
    private final Fields fields;
    private final int prefix;

    private transient AvroReading reading;
    private transient AvroWriting writing;

    private AvroFormat(String schema, String writer, Fields fields, int prefix) {
        this.schema = schema;
        this.writer = writer;
        this.fields = fields;
        this.prefix = prefix;
    }

    /** Returns the format of a class that was generated from a schema. Only the schema is used. */
    public static AvroFormat of(Class<? extends SpecificRecord> type) {
        if (type == null) {
            throw new TopologyException("AvroFormat.of has no class: give one that was generated from a schema");
        }
        return of(SpecificData.get().getSchema(type));
    }

    /** Returns the format of messages of a schema of a record, in which no array has elements without bytes. */
    public static AvroFormat of(Schema schema) {
        AvroSchemas.check(schema);
        String[] names = schema.getFields().stream().map(Schema.Field::name).toArray(String[]::new);
        return new AvroFormat(schema.toString(), schema.toString(), Fields.of(names), 0);
    }

    /**
     * Reads messages that were written by another schema, such as an older version, into the fields of this one, as
     * Avro's specification resolves two schemas: fields are matched by name or alias, numbers are promoted, a field
     * that the writer has not gets its default, one that only the writer has is passed over. Messages are written by
     * this schema as before.
     *
     * @throws TopologyException if the two do not fit, with the places
     */
    public AvroFormat writtenBy(Schema schemaOfWriter) {
        AvroSchemas.check(schemaOfWriter);
        AvroSchemas.checkPair(new Schema.Parser().parse(schema), schemaOfWriter);
        return new AvroFormat(schema, schemaOfWriter.toString(), fields, prefix);
    }

    /**
     * Passes over the first bytes of each message. With 5 it reads what writers with Confluent's registry write: a zero
     * and the id of the schema, which must be the same for all. It is not written.
     *
     * @param bytes 0 to 1,024
     */
    public AvroFormat skipPrefix(int bytes) {
        if (bytes < 0 || bytes > MOST_PREFIX) {
            throw new TopologyException("the prefix has " + bytes + " bytes: set 0 to " + MOST_PREFIX);
        }
        return new AvroFormat(schema, writer, fields, bytes);
    }

    @Override
    public Fields fields() {
        return fields;
    }

    @Override
    public Object[] read(byte[] bytes, int offset, int length) throws MalformedException {
        if (reading == null) {
            reading = new AvroReading(new Schema.Parser().parse(writer), new Schema.Parser().parse(schema));
        }
        if (length < prefix) {
            throw new MalformedException("the message has " + length + " bytes, and its prefix has " + prefix);
        }
        return reading.read(bytes, offset, length, prefix);
    }

    /** @throws IllegalArgumentException if a value does not fit its field, with the field */
    @Override
    public byte[] write(Tuple input) {
        if (writing == null) {
            writing = new AvroWriting(new Schema.Parser().parse(schema));
        }
        return writing.write(input);
    }
}
