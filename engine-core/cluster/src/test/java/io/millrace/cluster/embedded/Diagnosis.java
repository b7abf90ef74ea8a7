// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.embedded;

import io.millrace.cluster.config.Directories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Prints, after a failed test and before its clean-up, the stacks of all threads, and the logs of workers. */
public final class Diagnosis implements AfterTestExecutionCallback {

    private static final int LINES = 60;

    @Override
    public void afterTestExecution(ExtensionContext context) {
        if (context.getExecutionException().isEmpty()) {
            return;
        }
        System.err.println("=== threads after " + context.getDisplayName());
        Thread.getAllStackTraces().forEach((thread, stack) -> {
            System.err.println(thread);
            for (StackTraceElement frame : stack) {
                System.err.println("    at " + frame);
            }
        });
        logs(Path.of(System.getProperty("java.io.tmpdir"), "millrace-" + Directories.user()));
    }

    private static void logs(Path directory) {
        try (Stream<Path> files = Files.walk(directory, 8)) {
            for (Path log :
                    files.filter(file -> file.toString().endsWith(".log")).toList()) {
                System.err.println("=== " + log);
                List<String> lines = Files.readAllLines(log);
                lines.subList(Math.max(0, lines.size() - LINES), lines.size()).forEach(System.err::println);
            }
        } catch (IOException e) {
            System.err.println("no logs: " + e);
        }
    }
}
