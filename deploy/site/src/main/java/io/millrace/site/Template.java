// SPDX-License-Identifier: Apache-2.0
package io.millrace.site;

import java.nio.file.Path;

/** What all pages have around their text. */
final class Template {

    private static final String STYLE = """
        body { max-width: 60em; margin: 1em auto; padding: 0 1em; font: 16px/1.5 sans-serif; color: #222; background: #fff; }
        pre { overflow-x: auto; padding: 0.7em; background: #f4f4f4; }
        code { font-family: monospace; font-size: 0.95em; }
        table { border-collapse: collapse; }
        th, td { border: 1px solid #ccc; padding: 0.2em 0.6em; text-align: left; vertical-align: top; }
        img { max-width: 100%; }
        nav { border-bottom: 1px solid #ccc; padding-bottom: 0.4em; }
        nav details { display: inline-block; vertical-align: top; }
        nav summary { cursor: pointer; }
        nav details[open] { display: block; columns: 16em; }
        nav h4 { margin: 0.6em 0 0.2em; break-after: avoid; }
        nav ul { margin: 0; padding-left: 1.2em; }
        nav a[aria-current] { font-weight: bold; }
        footer { display: flex; gap: 1em; border-top: 1px solid #ccc; margin-top: 2em; padding-top: 0.4em; }
        footer span { flex: 1; }
        @media (prefers-color-scheme: dark) { body { color: #ddd; background: #1c1c1c; } pre { background: #2a2a2a; } a { color: #8ab4f8; } }
        """;

    private final String version;
    private final Navigation navigation;

    Template(String version, Navigation navigation) {
        this.version = version;
        this.navigation = navigation;
    }

    /** @param target where the page is in the site */
    String html(Path target, String title, String body) {
        String top = "../".repeat(target.getNameCount() - 1);
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>%s</title>
            <style>
            %s</style>
            </head>
            <body>
            <nav><a href="%sindex.html">Millrace %s</a> | <a href="%sapi/index.html">API</a> |
            %s</nav>
            %s%s</body>
            </html>
            """.formatted(
                        escaped(title),
                        STYLE,
                        top,
                        escaped(version),
                        top,
                        navigation.list(target),
                        body,
                        navigation.neighbours(target));
    }

    static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
