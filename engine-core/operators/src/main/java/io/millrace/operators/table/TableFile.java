// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.table;

import io.millrace.api.error.MalformedException;
import io.millrace.operators.format.Delimited;
import io.millrace.operators.format.DelimitedText;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.Map;

/** Reads the file of a table. Immutable. */
final class TableFile {

    private final Path path;
    private final Delimited columns;
    private final int keyColumn;
    private final boolean header;

    /**
     * The attributes by which a change of the file's content is noticed.
     *
     * @param inode the inode; null where files have none
     */
    record Stamp(FileTime modified, long bytes, Object inode) {}

    TableFile(Table table) {
        this.path = table.path();
        this.columns = table.lines();
        this.keyColumn = table.keyColumn();
        this.header = table.hasHeader();
    }

    Path path() {
        return path;
    }

    Stamp stamp() throws IOException {
        BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
        return new Stamp(attributes.lastModifiedTime(), attributes.size(), attributes.fileKey());
    }

    /**
     * Returns the other values by key. Blank lines and a byte order mark are left out.
     *
     * @throws MalformedException with the number of the line, and the mistake
     */
    Map<Object, Object[]> read() throws IOException, MalformedException {
        Map<Object, Object[]> rows = new HashMap<>();
        try (BufferedReader reader = Files.newBufferedReader(path, StandardCharsets.UTF_8)) {
            DelimitedText records = columns.read(reader);
            try {
                if (header) {
                    records.skip();
                }
                for (Object[] values = records.next(); values != null; values = records.next()) {
                    add(rows, values, records.line());
                }
            } catch (CharacterCodingException e) {
                throw new MalformedException("behind line " + (records.line() - 1) + " are bytes that are no UTF-8", e);
            }
        }
        return rows;
    }

    private void add(Map<Object, Object[]> rows, Object[] values, long line) throws MalformedException {
        String name = columns.fields().names().get(keyColumn);
        Object key = columns.types()[keyColumn].key(name, values[keyColumn]);
        if (key == null) {
            throw new MalformedException("line " + line + ": the key, column '" + name + "', is empty");
        }
        Object[] others = new Object[values.length - 1];
        System.arraycopy(values, 0, others, 0, keyColumn);
        System.arraycopy(values, keyColumn + 1, others, keyColumn, others.length - keyColumn);
        if (rows.put(key, others) != null) {
            throw new MalformedException(
                    "line " + line + ": a line before has the key '" + key + "' too, column '" + name + "'");
        }
    }

    static String reason(IOException e) {
        return e instanceof NoSuchFileException ? "it does not exist" : e.toString();
    }
}
