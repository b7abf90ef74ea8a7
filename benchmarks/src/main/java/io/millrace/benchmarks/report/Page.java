// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Replaces parts of pages, each of which is between two lines of one of them. */
public final class Page {

    private Page() {}

    /** Returns the line in front of a part. */
    public static String begin(String part) {
        return "<!-- begin of " + part + ", which a benchmark writes -->";
    }

    /** Returns the line behind a part. */
    public static String end(String part) {
        return "<!-- end of " + part + " -->";
    }

    /**
     * Writes parts into pages, each into the first that has a place for it.
     *
     * @param parts their text by name
     * @throws IOException if no page has a place for one
     */
    public static void write(List<Path> pages, Map<String, String> parts) throws IOException {
        for (Map.Entry<String, String> part : parts.entrySet()) {
            if (!isWritten(pages, part.getKey(), part.getValue())) {
                throw new IOException(
                        String.join(", ", pages.stream().map(Path::toString).toList())
                                + ": no lines '" + begin(part.getKey()) + "' and '" + end(part.getKey())
                                + "': add them where the part shall be");
            }
        }
    }

    private static boolean isWritten(List<Path> pages, String part, String content) throws IOException {
        for (Path page : pages) {
            String text = Files.readString(page);
            int from = text.indexOf(begin(part));
            int to = text.indexOf(end(part));
            if (from >= 0 && to > from) {
                Files.writeString(
                        page,
                        text.substring(0, from + begin(part).length()) + "\n\n" + content.strip() + "\n\n"
                                + text.substring(to));
                return true;
            }
        }
        return false;
    }
}
