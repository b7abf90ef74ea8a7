// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.demo;

import io.millrace.cli.exit.CommandFailure;
import io.millrace.cli.exit.ExitCode;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/**
 * Copies text into the file that the topology reads, as UTF-8 with lines of bounded length. A copy is needed because
 * standard input can be read only once, and a directory may change during the run.
 *
 * @param files the number of files that were read
 * @param lines the number of lines of the copy
 */
public record DemoText(Path file, int files, long lines) {

    private static final int SOFT_LINE_LIMIT = 1 << 13;
    private static final int HARD_LINE_LIMIT = 1 << 20;
    private static final int PROBE_BYTES = 1 << 13;
    private static final Set<String> GENERATED = Set.of("target", "cache", "api");

    /** Copies the sentences of all pages of documentation below these directories. */
    public static DemoText prose(List<Path> sources, Path copy) throws IOException {
        List<Path> pages = found(sources).stream().filter(Prose::isIn).toList();
        long lines = 0;
        try (Writer out = Files.newBufferedWriter(copy)) {
            for (Path page : pages) {
                String text = Prose.of(page, Files.readString(page));
                lines += copy(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), out);
            }
        }
        return nonEmpty(new DemoText(copy, pages.size(), lines));
    }

    /** Copies files, and all text files below directories. */
    public static DemoText gather(List<Path> sources, Path copy) throws IOException {
        List<Path> found = found(sources);
        long lines = 0;
        try (Writer out = Files.newBufferedWriter(copy)) {
            for (Path file : found) {
                try (InputStream in = Files.newInputStream(file)) {
                    lines += copy(in, out);
                }
            }
        }
        return nonEmpty(new DemoText(copy, found.size(), lines));
    }

    private static List<Path> found(List<Path> sources) throws IOException {
        List<Path> found = new ArrayList<>();
        for (Path source : sources) {
            if (!Files.exists(source)) {
                throw new CommandFailure(
                        ExitCode.NOT_FOUND,
                        "no input " + source + ": name a text file, a directory, or - for standard input");
            }
            found.addAll(textFiles(source));
        }
        if (found.isEmpty()) {
            throw new CommandFailure(ExitCode.NOT_FOUND, "no text file in " + sources.get(0) + ": name another input");
        }
        return found;
    }

    public static DemoText gather(InputStream in, Path copy) throws IOException {
        try (Writer out = Files.newBufferedWriter(copy)) {
            return nonEmpty(new DemoText(copy, 1, copy(in, out)));
        }
    }

    private static DemoText nonEmpty(DemoText text) {
        if (text.lines == 0) {
            throw new CommandFailure(ExitCode.USAGE, "the input is empty: give some text");
        }
        return text;
    }

    private static List<Path> textFiles(Path source) throws IOException {
        if (!Files.isDirectory(source)) {
            return List.of(source);
        }
        List<Path> files = new ArrayList<>();
        Files.walkFileTree(source, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                String name = directory.getFileName() == null
                        ? ""
                        : directory.getFileName().toString();
                boolean passedOver = !directory.equals(source) && (name.startsWith(".") || GENERATED.contains(name));
                return passedOver ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                if (attributes.isRegularFile() && Files.isReadable(file) && isText(file)) {
                    files.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        Collections.sort(files);
        return files;
    }

    private static boolean isText(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            for (byte some : in.readNBytes(PROBE_BYTES)) {
                if (some == 0) {
                    return false;
                }
            }
            return true;
        }
    }

    /** Breaks long lines at a blank, or anywhere if there is no blank, and ends the last line. */
    private static long copy(InputStream from, Writer out) throws IOException {
        Reader in = new InputStreamReader(new BufferedInputStream(from), StandardCharsets.UTF_8);
        char[] buffer = new char[1 << 13];
        long lines = 0;
        int length = 0;
        for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
            for (int i = 0; i < count; i++) {
                char next = buffer[i];
                if (next == '\r') {
                    next = ' ';
                }
                boolean tooLong = length >= SOFT_LINE_LIMIT && Character.isWhitespace(next)
                        || length >= HARD_LINE_LIMIT && !Character.isLowSurrogate(next);
                if (tooLong && next != '\n') {
                    out.write('\n');
                    lines++;
                    length = 0;
                }
                out.write(next);
                length++;
                if (next == '\n') {
                    lines++;
                    length = 0;
                }
            }
        }
        if (length > 0) {
            out.write('\n');
            lines++;
        }
        return lines;
    }
}
