// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The file that a benchmark writes. */
final class OutputFile {

    private OutputFile() {}

    /**
     * @throws IOException if it has measurements, which may have taken hours: a new run must not replace them unasked
     */
    static void requireUnused(Path file) throws IOException {
        if (Files.exists(file) && Files.size(file) > 0) {
            throw new IOException(
                    file + " has measurements: give --continue to measure what it lacks, name another file"
                            + " with --out, or remove it");
        }
    }
}
