// SPDX-License-Identifier: Apache-2.0
package io.millrace.formats;

import io.millrace.api.error.TopologyException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.generic.GenericDatumReader;

/** What is required of schemas when a topology is built. */
final class AvroSchemas {

    private AvroSchemas() {}

    static void check(Schema schema) {
        if (schema == null || schema.getType() != Schema.Type.RECORD) {
            throw new TopologyException("the schema of messages is "
                    + (schema == null ? "missing" : "a " + schema.getType().getName()) + ": give that of a record");
        }
        checkArrays(schema, Collections.newSetFromMap(new IdentityHashMap<>()));
    }

    /** Elements without bytes would let a message of ten bytes claim any number of them. */
    private static void checkArrays(Schema schema, Set<Schema> seen) {
        if (!seen.add(schema)) {
            return;
        }
        switch (schema.getType()) {
            case RECORD -> schema.getFields().forEach(field -> checkArrays(field.schema(), seen));
            case UNION -> schema.getTypes().forEach(branch -> checkArrays(branch, seen));
            case MAP -> checkArrays(schema.getValueType(), seen);
            case ARRAY -> {
                if (GenericDatumReader.isZeroByteSchema(schema.getElementType())) {
                    throw new TopologyException("the schema has an array of " + schema.getElementType()
                            + ", whose elements have no bytes, so nothing bounds their number in a message: write"
                            + " the number instead");
                }
                checkArrays(schema.getElementType(), seen);
            }
            default -> {}
        }
    }

    static void checkPair(Schema reader, Schema writer) {
        String misfits = SchemaCompatibility.checkReaderWriterCompatibility(reader, Schema.applyAliases(writer, reader))
                .getResult()
                .getIncompatibilities()
                .stream()
                .map(each -> each.getLocation() + " " + each.getType() + ": " + each.getMessage())
                .collect(Collectors.joining("; "));
        if (!misfits.isEmpty()) {
            throw new TopologyException("messages of the writer's schema " + writer.getFullName()
                    + " cannot be read by the schema " + reader.getFullName() + ": " + misfits);
        }
    }
}
