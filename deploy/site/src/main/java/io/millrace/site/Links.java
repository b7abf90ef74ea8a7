// SPDX-License-Identifier: Apache-2.0
package io.millrace.site;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Image;
import org.commonmark.node.Link;

/** Turns the links between files of the repository into links between files of the site. */
final class Links {

    private static final String README = "README.md";

    private final Path repository;
    private final Map<Path, Page> pages;
    private final SortedSet<Path> files = new TreeSet<>();
    private final SortedSet<Path> directories = new TreeSet<>();
    private final List<String> broken = new ArrayList<>();

    Links(Path repository, Map<Path, Page> pages) {
        this.repository = repository;
        this.pages = pages;
    }

    /** Rewrites the links of a page. */
    void follow(Page page) {
        page.document().accept(new AbstractVisitor() {
            @Override
            public void visit(Link link) {
                link.setDestination(destination(page, link.getDestination()));
                visitChildren(link);
            }

            @Override
            public void visit(Image image) {
                image.setDestination(destination(page, image.getDestination()));
            }
        });
    }

    /** Files that pages link to and that are no pages. */
    SortedSet<Path> files() {
        return files;
    }

    /** Directories without a README.md that pages link to. */
    SortedSet<Path> directories() {
        return directories;
    }

    /** One line for each link that leads nowhere. */
    List<String> broken() {
        return broken;
    }

    private String destination(Page from, String link) {
        if (link.matches("[a-z]+:.*")) {
            return link;
        }
        int hash = link.indexOf('#');
        String path = hash < 0 ? link : link.substring(0, hash);
        String anchor = hash < 0 ? "" : link.substring(hash + 1);
        Path directory =
                from.source().getParent() == null ? Path.of("") : from.source().getParent();
        Path to = path.isEmpty() ? from.source() : directory.resolve(path).normalize();
        if (pages.containsKey(to.resolve(README))) {
            to = to.resolve(README);
        }
        Page page = pages.get(to);
        if (page == null && !Files.exists(repository.resolve(to)) || to.startsWith("..")) {
            broken.add(from.source() + ": there is no " + path);
            return link;
        }
        if (page != null && !anchor.isEmpty() && !page.hasAnchor(anchor)) {
            broken.add(from.source() + ": " + to + " has no heading #" + anchor);
        }
        Path target;
        if (page != null) {
            target = page.target();
        } else if (Files.isDirectory(repository.resolve(to))) {
            directories.add(to);
            target = Layout.target(to).resolve("index.html");
        } else {
            files.add(to);
            target = Layout.target(to);
        }
        return Layout.link(from.target(), target) + (anchor.isEmpty() ? "" : "#" + anchor);
    }
}
