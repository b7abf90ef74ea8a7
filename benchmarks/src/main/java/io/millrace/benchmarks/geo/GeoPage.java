package io.millrace.benchmarks.geo;

import io.millrace.benchmarks.report.Bar;
import io.millrace.benchmarks.report.Lines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** The tables of pages, each between two lines of one of them, from the raw lines. */
final class GeoPage {

    private GeoPage() {}

    /** @throws IOException if no page has a place for one of the figures that were measured */
    static void write(List<Path> pages, List<Figure> figures, Lines lines) throws IOException {
        for (Figure figure : figures) {
            if (lines.has(figure.name())) {
                write(pages, figure.name(), block(figure, lines));
            }
        }
    }

    private static void write(List<Path> pages, String name, String block) throws IOException {
        String first = "<!-- " + name + ": written by benchmarks/run geo --docs -->";
        String last = "<!-- end of " + name + " -->";
        for (Path page : pages) {
            String text = Files.readString(page);
            int begin = text.indexOf(first);
            int end = text.indexOf(last);
            if (begin >= 0 && end > begin) {
                Files.writeString(
                        page, text.substring(0, begin + first.length()) + "\n\n" + block + "\n" + text.substring(end));
                return;
            }
        }
        throw new IOException(pages.stream().map(Path::toString).collect(Collectors.joining(", ")) + ": no lines '"
                + first + "' and '" + last + "': add them where the table shall be");
    }

    private static String block(Figure figure, Lines lines) {
        StringBuilder block = new StringBuilder();
        block.append("![")
                .append(figure.title())
                .append("](plots/geo-")
                .append(figure.name())
                .append(".png)\n\n");
        block.append(lines.provenance(figure.name())).append(".\n\n");
        figure.bars(lines).stream()
                .map(Bar::markdown)
                .reduce((one, other) -> one + "; " + other)
                .ifPresent(bars -> block.append("Bars: ").append(bars).append(".\n\n"));
        block.append(figure.table(lines));
        return block.toString();
    }
}
