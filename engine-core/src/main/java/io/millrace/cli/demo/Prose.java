package io.millrace.cli.demo;

import java.util.regex.Pattern;

/** The prose of a Markdown page, line by line: without code, tags, targets of links, and words with digits. Confined to one thread. */
final class Prose {

    private static final String FENCE = "```";
    private static final String INDENT = "    ";
    private static final Pattern CODE = Pattern.compile("`[^`]*`");
    private static final Pattern TAG = Pattern.compile("</?[A-Za-z][^<>]*>|<!--.*?-->");
    private static final Pattern TARGET = Pattern.compile("\\]\\([^)]*\\)");
    private static final Pattern FIGURE = Pattern.compile("[\\p{L}\\p{N}_.,:/%+-]*\\p{N}[\\p{L}\\p{N}_.,:/%+-]*");

    private boolean inCode;

    /** What is left of the next line; blank if it is none. */
    String of(String line) {
        if (line.stripLeading().startsWith(FENCE)) {
            inCode = !inCode;
            return "";
        }
        if (inCode || line.startsWith(INDENT)) {
            return "";
        }
        String words = line;
        for (Pattern left : new Pattern[] {CODE, TAG, TARGET, FIGURE}) {
            words = left.matcher(words).replaceAll(" ");
        }
        return words.strip();
    }
}
