// SPDX-License-Identifier: Apache-2.0
package io.millrace.examples.wordcount;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * One spout task's share of a file: lines are numbered from 0, through all passes over the file, and a task takes those
 * whose number leaves its index as remainder. Bytes that are not UTF-8 are read as replacement characters.
 */
final class Lines implements Closeable {

    private final Path file;
    private final int passes;
    private final int taskIndex;
    private final int taskCount;

    private BufferedReader reader;
    private int pass;
    private long read;
    private String line;

    Lines(Path file, int passes, int taskIndex, int taskCount) throws IOException {
        this.file = file;
        this.passes = passes;
        this.taskIndex = taskIndex;
        this.taskCount = taskCount;
        this.reader = open(file);
    }

    /** How many lines a task has in all passes. */
    static long share(Path file, int passes, int taskIndex, int taskCount) throws IOException {
        long lines = 0;
        try (BufferedReader reader = open(file)) {
            while (reader.readLine() != null) {
                lines++;
            }
        }
        return (lines * passes - taskIndex + taskCount - 1) / taskCount;
    }

    /** Goes to the task's next line, or to the end. */
    void advance() throws IOException {
        while (pass < passes) {
            line = reader.readLine();
            if (line != null) {
                if (read++ % taskCount == taskIndex) {
                    return;
                }
            } else if (++pass < passes) {
                reader.close();
                reader = open(file);
            }
        }
    }

    boolean atEnd() {
        return pass == passes;
    }

    String line() {
        return line;
    }

    /** The number of {@link #line()}; at the end greater than all. */
    long number() {
        return atEnd() ? Long.MAX_VALUE : read - 1;
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }

    private static BufferedReader open(Path file) throws IOException {
        return new BufferedReader(new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8));
    }
}
