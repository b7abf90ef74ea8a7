package io.millrace.site;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Heading;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Text;

/**
 * The pages by reader, which each page shows, and the one before and after it. They are the links of the section "Read on" of README.md, below a heading for
 * each reader; a page that several readers have is before and after others where it comes first.
 */
final class Navigation {

    static final String SECTION = "Read on";
    private static final int READER_LEVEL = 3;

    private final Map<String, Set<Page>> byReader = new LinkedHashMap<>();
    private final List<Page> order = new ArrayList<>();

    /**
     * Must be made before links are followed.
     *
     * @param top README.md; null if there is none
     */
    Navigation(Page top, Map<Path, Page> pages) {
        boolean inside = false;
        Set<Page> reader = null;
        for (Node node = top == null ? null : top.document().getFirstChild(); node != null; node = node.getNext()) {
            if (node instanceof Heading heading && heading.getLevel() < READER_LEVEL) {
                inside = text(heading).equals(SECTION);
                reader = null;
            } else if (node instanceof Heading heading && inside) {
                reader = byReader.computeIfAbsent(text(heading), none -> new LinkedHashSet<>());
            } else if (reader != null) {
                reader.addAll(linked(node, pages));
            }
        }
        byReader.values()
                .forEach(of -> of.stream().filter(page -> !order.contains(page)).forEach(order::add));
    }

    private static List<Page> linked(Node node, Map<Path, Page> pages) {
        List<Page> linked = new ArrayList<>();
        node.accept(new AbstractVisitor() {
            @Override
            public void visit(Link link) {
                String path = link.getDestination().replaceFirst("#.*", "");
                if (!path.isEmpty() && pages.containsKey(Path.of(path).normalize())) {
                    linked.add(pages.get(Path.of(path).normalize()));
                }
            }
        });
        return linked;
    }

    private static String text(Heading heading) {
        StringBuilder text = new StringBuilder();
        heading.accept(new AbstractVisitor() {
            @Override
            public void visit(Text part) {
                text.append(part.getLiteral());
            }
        });
        return text.toString();
    }

    /** All pages, as a list for each reader. */
    String list(Path target) {
        StringBuilder html = new StringBuilder();
        byReader.forEach((reader, pages) -> {
            html.append("<h2>").append(Template.escaped(reader)).append("</h2>\n<ul>\n");
            pages.forEach(
                    page -> html.append("<li>").append(entry(target, page)).append("</li>\n"));
            html.append("</ul>\n");
        });
        return html.toString();
    }

    private static String entry(Path target, Page page) {
        return page.target().equals(target)
                ? "<b aria-current=\"page\">" + Template.escaped(page.title()) + "</b>"
                : link(target, page, "", page.title());
    }

    /** The page before this one and the one after it, or nothing if it is not in the list. */
    String neighbours(Path target) {
        int at = order.stream().map(Page::target).toList().indexOf(target);
        StringBuilder html = new StringBuilder();
        if (at > 0) {
            html.append(link(
                    target,
                    order.get(at - 1),
                    " rel=\"prev\"",
                    "\u2190 " + order.get(at - 1).title()));
        }
        if (at >= 0 && at < order.size() - 1) {
            html.append(link(
                    target,
                    order.get(at + 1),
                    " rel=\"next\"",
                    order.get(at + 1).title() + " \u2192"));
        }
        return html.toString();
    }

    private static String link(Path target, Page page, String attributes, String text) {
        return "<a href=\"" + Layout.link(target, page.target()) + "\"" + attributes + ">" + Template.escaped(text)
                + "</a>\n";
    }
}
