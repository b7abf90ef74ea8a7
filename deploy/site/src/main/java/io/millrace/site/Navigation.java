// SPDX-License-Identifier: Apache-2.0
package io.millrace.site;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Heading;
import org.commonmark.node.Link;
import org.commonmark.node.ListItem;
import org.commonmark.node.Node;
import org.commonmark.node.Text;

/**
 * The list of pages by reader that each page has, and the pages before and behind it: the sections and the first link of each item of
 * {@code docs/README.md}, whose links must have been followed. Empty if there is no such page.
 */
final class Navigation {

    private static final Path CONTENTS = Path.of("docs", "README.md");

    /** @param target where the page is in the site */
    private record Entry(String title, Path target) {}

    private record Section(String reader, List<Entry> entries) {}

    private final List<Section> sections = new ArrayList<>();
    private final List<Entry> all = new ArrayList<>();

    Navigation(Map<Path, Page> pages) {
        Page contents = pages.get(CONTENTS);
        if (contents != null) {
            Path directory = contents.target().getParent();
            for (Node block = contents.document().getFirstChild(); block != null; block = block.getNext()) {
                if (block instanceof Heading heading && heading.getLevel() == 2) {
                    sections.add(new Section(text(heading), new ArrayList<>()));
                } else if (!sections.isEmpty()) {
                    block.accept(entries(directory));
                }
            }
            sections.forEach(section -> all.addAll(section.entries()));
        }
    }

    private AbstractVisitor entries(Path directory) {
        return new AbstractVisitor() {
            @Override
            public void visit(ListItem item) {
                if (item.getFirstChild() != null && item.getFirstChild().getFirstChild() instanceof Link link) {
                    Path target = Path.of(link.getDestination());
                    Path inSite = directory == null ? target : directory.resolve(target);
                    sections.get(sections.size() - 1).entries().add(new Entry(text(link), inSite.normalize()));
                }
            }
        };
    }

    private static String text(Node parent) {
        StringBuilder text = new StringBuilder();
        parent.accept(new AbstractVisitor() {
            @Override
            public void visit(Text part) {
                text.append(part.getLiteral());
            }
        });
        return text.toString();
    }

    /** The list for a page, folded until it is opened. */
    String list(Path target) {
        if (sections.isEmpty()) {
            return "";
        }
        StringBuilder html = new StringBuilder("<details><summary>Pages</summary>\n");
        for (Section section : sections) {
            html.append("<h4>").append(Template.escaped(section.reader())).append("</h4>\n<ul>\n");
            for (Entry entry : section.entries()) {
                html.append("<li>").append(link(target, entry, "")).append("</li>\n");
            }
            html.append("</ul>\n");
        }
        return html.append("</details>\n").toString();
    }

    /** Links to the pages before and behind this one in the list. */
    String neighbours(Path target) {
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i).target().equals(target)) {
                String before = i == 0 ? "" : link(target, all.get(i - 1), " rel=\"prev\"");
                String behind = i == all.size() - 1 ? "" : link(target, all.get(i + 1), " rel=\"next\"");
                return "<footer>" + before + "<span></span>" + behind + "</footer>\n";
            }
        }
        return "";
    }

    private static String link(Path from, Entry to, String attributes) {
        String here = to.target().equals(from) ? " aria-current=\"page\"" : "";
        return "<a href=\"" + Layout.link(from, to.target()) + "\"" + attributes + here + ">"
                + Template.escaped(to.title()) + "</a>";
    }
}
