// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.windows;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.Stream;

/** How many bytes the objects take that are reachable, of this process and all that it started. */
final class LiveHeap {

    private static final String TOTAL = "Total";

    private LiveHeap() {}

    /** Collects garbage in all processes that are JVMs. */
    static long bytes() throws IOException, InterruptedException {
        long bytes = 0;
        for (long process : Stream.concat(
                        Stream.of(ProcessHandle.current()),
                        ProcessHandle.current().descendants())
                .filter(handle -> handle.info().command().orElse("").endsWith("java"))
                .map(ProcessHandle::pid)
                .toList()) {
            bytes += bytes(process);
        }
        return bytes;
    }

    private static long bytes(long process) throws IOException, InterruptedException {
        Process jcmd = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                        Long.toString(process),
                        "GC.class_histogram")
                .redirectErrorStream(true)
                .start();
        String text = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        jcmd.waitFor();
        // Total   number of objects   bytes
        return text.lines()
                .map(String::strip)
                .filter(line -> line.startsWith(TOTAL))
                .map(line -> Long.parseLong(line.split("\\s+")[2]))
                .findFirst()
                .orElseThrow(() -> new IOException("jcmd does not tell the heap of process " + process + ": " + text));
    }
}
