// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** A class of a jar in which one constant is another one: the name of a class that it makes, or makes others make. */
final class ChangedClass {

    /** The tag of a text in a pool of constants (The Java Virtual Machine Specification, 4.4.7). */
    private static final byte UTF8 = 1;

    private ChangedClass() {}

    /**
     * Writes the changed class into a directory of classes.
     *
     * @param name of the class
     * @param constant that is there exactly once, as a whole
     */
    static void write(Path jar, String name, String constant, String instead, Path classes) throws IOException {
        String entry = name.replace('.', '/') + ".class";
        byte[] changed = replaced(read(jar, entry), entryOf(constant), entryOf(instead));
        Path file = classes.resolve(entry);
        Files.createDirectories(file.getParent());
        Files.write(file, changed);
    }

    private static byte[] read(Path jar, String name) throws IOException {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            ZipEntry entry = zip.getEntry(name);
            if (entry == null) {
                throw new IOException(jar + " has no " + name);
            }
            try (InputStream in = zip.getInputStream(entry)) {
                return in.readAllBytes();
            }
        }
    }

    private static byte[] entryOf(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        return ByteBuffer.allocate(Byte.BYTES + Short.BYTES + bytes.length)
                .put(UTF8)
                .putShort((short) bytes.length)
                .put(bytes)
                .array();
    }

    private static byte[] replaced(byte[] bytes, byte[] part, byte[] instead) throws IOException {
        int at = find(bytes, part, 0);
        if (at < 0 || find(bytes, part, at + 1) >= 0) {
            throw new IOException("the constant is not there once: " + new String(part, StandardCharsets.US_ASCII));
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(bytes, 0, at);
        out.write(instead);
        out.write(bytes, at + part.length, bytes.length - at - part.length);
        return out.toByteArray();
    }

    private static int find(byte[] bytes, byte[] part, int from) {
        for (int at = from; at + part.length <= bytes.length; at++) {
            if (Arrays.equals(bytes, at, at + part.length, part, 0, part.length)) {
                return at;
            }
        }
        return -1;
    }
}
