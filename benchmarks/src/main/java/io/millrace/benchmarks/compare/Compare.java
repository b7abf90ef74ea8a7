// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.compare;

import io.millrace.benchmarks.machine.Options;
import io.millrace.benchmarks.report.Columns;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Prints the ratios of what JMH has measured of a new build to that of an old one, and what is within noise. */
public final class Compare {

    private static final Columns ROW = new Columns("  %-20s %28s %28s %18s  %s", "figure|old|new|new/old|difference");

    private Compare() {}

    public static void main(String[] arguments) {
        if (arguments.length != 2) {
            System.err.println("give OLD.json NEW.json, which JMH writes with -rf json -rff FILE");
            System.exit(2);
        }
        Options.run("", new String[0], options -> {
            JmhResults before = JmhResults.read(Path.of(arguments[0]));
            JmhResults after = JmhResults.read(Path.of(arguments[1]));
            lines(before, after).forEach(System.out::println);
        });
    }

    /** @throws IOException if no benchmark is in both */
    static List<String> lines(JmhResults before, JmhResults after) throws IOException {
        List<String> lines = new ArrayList<>(List.of(ROW.head()));
        List<String> unmatched = new ArrayList<>();
        before.byBenchmark().forEach((benchmark, figures) -> {
            Map<String, Figure> others = after.byBenchmark().get(benchmark);
            if (others == null) {
                unmatched.add("only in the old file: " + benchmark);
                return;
            }
            lines.add(benchmark);
            figures.forEach((name, figure) -> {
                if (others.containsKey(name)) {
                    lines.add(row(name, figure, others.get(name)));
                }
            });
        });
        if (lines.size() == 1) {
            throw new IOException("no benchmark is in both files: compare the same ones, with the same -p, -t and -tu");
        }
        for (String benchmark : after.byBenchmark().keySet()) {
            if (!before.byBenchmark().containsKey(benchmark)) {
                unmatched.add("only in the new file: " + benchmark);
            }
        }
        lines.addAll(unmatched);
        return lines;
    }

    private static String row(String name, Figure before, Figure after) {
        return ROW.row(
                name, before.text(), after.text(), Ratio.of(before, after).text(), Ratio.verdict(before, after));
    }
}
