// SPDX-License-Identifier: Apache-2.0
package io.millrace.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Writes the site. */
public final class Site {

    private final Path repository;
    private final Path site;
    private final String version;

    Site(Path repository, Path site, String version) {
        this.repository = repository;
        this.site = site;
        this.version = version;
    }

    /** @param args the repository, the directory to write, the version that pages show */
    public static void main(String[] args) throws IOException {
        List<String> broken = new Site(Path.of(args[0]), Path.of(args[1]), args[2]).write();
        if (!broken.isEmpty()) {
            throw new IllegalStateException(
                    "links lead nowhere, correct them:\n" + String.join(System.lineSeparator(), broken));
        }
    }

    /** Returns a line for each link that leads nowhere. */
    List<String> write() throws IOException {
        Map<Path, Page> pages = new TreeMap<>();
        for (Path source : Sources.pages(repository)) {
            pages.put(source, new Page(source, Files.readString(repository.resolve(source))));
        }
        Links links = new Links(repository, pages);
        pages.values().forEach(links::follow);
        Template template = new Template(version, new Navigation(pages));
        for (Page page : pages.values()) {
            write(page.target(), template.html(page.target(), page.title(), page.body()));
        }
        for (Path file : links.files()) {
            Path target = made(Layout.target(file));
            Files.copy(repository.resolve(file), target, StandardCopyOption.REPLACE_EXISTING);
        }
        for (Path directory : links.directories()) {
            write(Layout.target(directory).resolve("index.html"), listing(directory, pages, template));
        }
        return links.broken();
    }

    /** A page of links to the pages of a directory. */
    private String listing(Path directory, Map<Path, Page> pages, Template template) {
        Path target = Layout.target(directory).resolve("index.html");
        StringBuilder body = new StringBuilder("<h1>" + Template.escaped(directory.toString()) + "</h1>\n<ul>\n");
        pages.values().stream()
                .filter(page -> directory.equals(page.source().getParent()))
                .forEach(page -> body.append("<li><a href=\"")
                        .append(Layout.link(target, page.target()))
                        .append("\">")
                        .append(Template.escaped(page.title()))
                        .append("</a></li>\n"));
        return template.html(target, directory.toString(), body + "</ul>\n");
    }

    private void write(Path target, String html) throws IOException {
        Files.writeString(made(target), html);
    }

    private Path made(Path target) throws IOException {
        Path file = site.resolve(target);
        Files.createDirectories(file.getParent());
        return file;
    }
}
