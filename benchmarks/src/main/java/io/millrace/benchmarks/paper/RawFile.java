// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.paper;

import io.millrace.benchmarks.report.Lines;
import java.io.IOException;
import java.nio.file.Path;

/** The files of what was measured: this benchmark's own, and those of others, which are beside it. */
enum RawFile {
    PAPERS(""),
    GEO("geo.jsonl"),
    SWEEP("sweep.jsonl"),
    STAGES("stages.jsonl"),
    MICROBATCH("microbatch.jsonl");

    private final String fileName;

    RawFile(String fileName) {
        this.fileName = fileName;
    }

    /** Where it is, beside this benchmark's own one. */
    Path beside(Path own) {
        return this == PAPERS ? own : own.resolveSibling(fileName);
    }

    /** Its lines; none if there is no such file. */
    Lines read(Path own) throws IOException {
        return Lines.read(beside(own));
    }
}
