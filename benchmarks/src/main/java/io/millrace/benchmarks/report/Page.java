package io.millrace.benchmarks.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Replaces parts of a page, each of which is between two lines of it. */
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
     * Writes parts into a page.
     *
     * @param parts their text by name
     * @throws IOException if the page has no place for one
     */
    public static void write(Path page, Map<String, String> parts) throws IOException {
        String text = Files.readString(page);
        for (Map.Entry<String, String> part : parts.entrySet()) {
            String begin = begin(part.getKey());
            int from = text.indexOf(begin);
            int to = text.indexOf(end(part.getKey()));
            if (from < 0 || to < from) {
                throw new IOException(page + " has no lines '" + begin + "' and '" + end(part.getKey())
                        + "': add them where the part shall be");
            }
            text = text.substring(0, from + begin.length()) + "\n\n"
                    + part.getValue().strip() + "\n\n" + text.substring(to);
        }
        Files.writeString(page, text);
    }
}
