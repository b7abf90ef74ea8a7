// SPDX-License-Identifier: Apache-2.0
package io.millrace.site;

import java.nio.file.Path;

/**
 * Where a file of the repository is in the site: {@code README.md} is {@code index.html}, what is below docs is on top, and all else
 * keeps its path.
 */
final class Layout {

    private static final Path README = Path.of("README.md");
    private static final Path DOCS = Path.of("docs");

    private Layout() {}

    /** @param source a path within the repository */
    static Path target(Path source) {
        if (source.equals(README)) {
            return Path.of("index.html");
        }
        Path target = source.startsWith(DOCS) ? DOCS.relativize(source) : source;
        String name = target.getFileName().toString();
        return name.endsWith(".md")
                ? target.resolveSibling(name.substring(0, name.length() - ".md".length()) + ".html")
                : target;
    }

    /** The link from one page to another file of the site. */
    static String link(Path fromTarget, Path toTarget) {
        Path directory = fromTarget.getParent();
        Path link = directory == null ? toTarget : directory.relativize(toTarget);
        return link.toString().replace('\\', '/');
    }
}
