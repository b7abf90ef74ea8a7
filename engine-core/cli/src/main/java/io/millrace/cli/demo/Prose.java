// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.demo;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Extracts the sentences from pages of documentation. Otherwise the most frequent words would be those of tags, code,
 * tables and numbers.
 */
final class Prose {

    private static final List<Pattern> OF_HTML = List.of(
            Pattern.compile("(?is)<(head|script|style|nav|pre|code|table)\\b.*?</\\1>"),
            Pattern.compile("(?s)<!--.*?-->|<[^>]*>"),
            Pattern.compile("&#?\\w+;"));
    private static final List<Pattern> OF_MARKDOWN = List.of(
            Pattern.compile("(?ms)^ *```.*?^ *```"),
            Pattern.compile("(?m)^( {4}|\\t|\\|).*$"),
            Pattern.compile("(?s)<!--.*?-->|<[^>\\n]*>"),
            Pattern.compile("`[^`]*`"),
            Pattern.compile("\\]\\([^)]*\\)"));

    /** A number with its fraction and unit: 10,000 or 0.5, and 12 ms or 3 GiB. */
    private static final Pattern NUMBER = Pattern.compile(
            "(?U)\\b\\d[\\d.,:/%-]*(\\s*(ns|us|µs|ms|s|min|h|B|KB|MB|GB|KiB|MiB|GiB|M)\\b)?|\\b\\d\\w*");

    private Prose() {}

    static boolean isIn(Path file) {
        return isHtml(file) || file.getFileName().toString().endsWith(".md");
    }

    /** Returns the text of a page, for whose file {@link #isIn} is true. */
    static String of(Path file, String page) {
        String text = page;
        for (Pattern pattern : isHtml(file) ? OF_HTML : OF_MARKDOWN) {
            text = pattern.matcher(text).replaceAll(" ");
        }
        return NUMBER.matcher(text).replaceAll(" ");
    }

    private static boolean isHtml(Path file) {
        return file.getFileName().toString().endsWith(".html");
    }
}
