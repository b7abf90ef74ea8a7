// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.paper;

import io.millrace.benchmarks.report.Lines;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;

/** The lines of all figures, by the file that they are in. Each file is read once. One thread. */
final class RawFiles {

    private final Lines own;
    private final Map<RawFile, Lines> read = new EnumMap<>(RawFile.class);

    /** @param own this benchmark's lines; other files are beside theirs */
    RawFiles(Lines own) {
        this.own = own;
        read.put(RawFile.PAPERS, own);
    }

    Lines of(PaperFigure figure) throws IOException {
        RawFile file = figure.file();
        if (!read.containsKey(file)) {
            read.put(file, file.read(own.file()));
        }
        return read.get(file);
    }
}
