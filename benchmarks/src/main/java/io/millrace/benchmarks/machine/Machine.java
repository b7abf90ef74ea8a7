// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What a figure depends on. */
public final class Machine {
    private Machine() {}

    /** Where files are memory: /dev/shm, or the temp directory where there is none. */
    public static Path sharedMemory() {
        Path shared = Path.of("/dev/shm");
        return Files.isWritable(shared) ? shared : Path.of(System.getProperty("java.io.tmpdir"));
    }

    /** Processor, kernel and JDK. */
    public static String describe() {
        return processor() + ", " + Runtime.getRuntime().availableProcessors() + " cores, "
                + System.getProperty("os.name") + " " + System.getProperty("os.version") + ", JDK "
                + System.getProperty("java.version");
    }

    private static String processor() {
        try {
            return Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
                    .filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse(System.getProperty("os.arch"));
        } catch (IOException e) {
            return System.getProperty("os.arch");
        }
    }
}
