// SPDX-License-Identifier: Apache-2.0
package io.millrace.site;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.ext.heading.anchor.HeadingAnchorExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.Heading;
import org.commonmark.node.Node;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/** A parsed page. */
final class Page {

    private static final List<Extension> EXTENSIONS =
            List.of(TablesExtension.create(), HeadingAnchorExtension.create());
    private static final Parser PARSER = Parser.builder().extensions(EXTENSIONS).build();
    /** Text such as {@code millrace-<user>} is no HTML. */
    private static final HtmlRenderer RENDERER =
            HtmlRenderer.builder().extensions(EXTENSIONS).escapeHtml(true).build();

    private static final Pattern ID = Pattern.compile(" id=\"([^\"]+)\"");

    private final Path source;
    private final Node document;
    private final Set<String> anchors = new TreeSet<>();

    Page(Path source, String markdown) {
        this.source = source;
        this.document = PARSER.parse(markdown);
        Matcher ids = ID.matcher(body());
        while (ids.find()) {
            anchors.add(ids.group(1));
        }
    }

    Path source() {
        return source;
    }

    Path target() {
        return Layout.target(source);
    }

    Node document() {
        return document;
    }

    boolean hasAnchor(String name) {
        return anchors.contains(name);
    }

    /** The text of the first heading. */
    String title() {
        StringBuilder title = new StringBuilder();
        document.accept(new AbstractVisitor() {
            private boolean found;

            @Override
            public void visit(Heading heading) {
                if (!found) {
                    found = true;
                    visitChildren(heading);
                }
            }

            @Override
            public void visit(Text text) {
                add(text, text.getLiteral());
            }

            @Override
            public void visit(Code code) {
                add(code, code.getLiteral());
            }

            private void add(Node node, String text) {
                if (node.getParent() instanceof Heading) {
                    title.append(text);
                }
            }
        });
        return title.isEmpty() ? source.toString() : title.toString();
    }

    String body() {
        return RENDERER.render(document);
    }
}
