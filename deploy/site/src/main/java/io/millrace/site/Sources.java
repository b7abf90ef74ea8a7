// SPDX-License-Identifier: Apache-2.0
package io.millrace.site;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/** Finds the pages of a repository: those on top, all below docs, and the README.md of each module. */
final class Sources {

    private static final Path DOCS = Path.of("docs");
    private static final Set<String> NO_SOURCES = Set.of("target", "src", "node_modules");

    private Sources() {}

    /** Paths within the repository, in their order. */
    static List<Path> pages(Path repository) throws IOException {
        List<Path> pages = new ArrayList<>();
        Files.walkFileTree(repository, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                String name = directory.getFileName().toString();
                boolean skipped = !directory.equals(repository) && (NO_SOURCES.contains(name) || name.startsWith("."));
                return skipped ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                Path page = repository.relativize(file);
                if (isPage(page)) {
                    pages.add(page);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        Collections.sort(pages);
        return pages;
    }

    private static boolean isPage(Path path) {
        String name = path.getFileName().toString();
        return name.endsWith(".md") && (path.getNameCount() == 1 || path.startsWith(DOCS) || name.equals("README.md"));
    }
}
