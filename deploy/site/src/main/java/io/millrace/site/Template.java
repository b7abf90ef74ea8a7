package io.millrace.site;

import java.nio.file.Path;

/** What all pages have around their text. */
final class Template {

    private static final String STYLE = """
        body { max-width: 80em; margin: 1em auto; padding: 0 1em; font: 16px/1.5 sans-serif; color: #222; background: #fff; }
        pre { overflow-x: auto; padding: 0.7em; background: #f4f4f4; }
        code { font-family: monospace; font-size: 0.95em; }
        table { border-collapse: collapse; display: block; overflow-x: auto; }
        th, td { border: 1px solid #ccc; padding: 0.2em 0.6em; text-align: left; vertical-align: top; }
        img { max-width: 100%; }
        main { min-width: 0; max-width: 60em; overflow-wrap: break-word; }
        nav.top { border-bottom: 1px solid #ccc; padding-bottom: 0.4em; }
        nav.neighbours { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0.4em 2em; margin: 2em 0; }
        nav.neighbours a[rel=next] { margin-left: auto; }
        nav.pages { font-size: 0.9em; }
        nav.pages h2 { font-size: 1em; margin: 1.2em 0 0.3em; }
        nav.pages ul { list-style: none; margin: 0; padding: 0; }
        @media (min-width: 64em) {
          .columns { display: grid; grid-template-columns: 15em minmax(0, 1fr); gap: 2.5em; }
          nav.pages { grid-row: 1; position: sticky; top: 1em; max-height: calc(100vh - 2em); overflow-y: auto; }
          .narrow { display: none; }
        }
        @media (prefers-color-scheme: dark) { body { color: #ddd; background: #1c1c1c; } pre { background: #2a2a2a; } a { color: #8ab4f8; } }
        """;

    private final Navigation navigation;
    private final String version;

    Template(Navigation navigation, String version) {
        this.navigation = navigation;
        this.version = version;
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
            <nav class="top" aria-label="Site">
            <a href="%sindex.html">Millrace %s</a> | <a href="%sapi/index.html">API</a>
            <span class="narrow">| <a href="#pages">All pages</a></span></nav>
            <div class="columns">
            <main>
            %s<nav class="neighbours" aria-label="Neighbours">
            %s</nav>
            </main>
            <nav id="pages" class="pages" aria-label="Pages">
            %s</nav>
            </div>
            </body>
            </html>
            """.formatted(
                        escaped(title),
                        STYLE,
                        top,
                        escaped(version),
                        top,
                        body,
                        navigation.neighbours(target),
                        navigation.list(target));
    }

    static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
