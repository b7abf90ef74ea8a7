// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.paper;

import io.millrace.benchmarks.machine.Lab;
import io.millrace.benchmarks.machine.Options;
import io.millrace.benchmarks.macro.EngineCommand;
import io.millrace.benchmarks.report.Columns;
import io.millrace.benchmarks.report.Lines;
import io.millrace.benchmarks.report.Sections;
import io.millrace.benchmarks.study.Study;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Measures figures of papers, lists them, and makes the page in which they stand beside what is published. */
public final class PaperBenchmark {

    static final List<PaperFigure> FIGURES = figures();

    static final String USAGE =
            "FIGURE...|list|all|page [--quick] [--turns=n] [--once] [--warm-up=seconds] [--seconds=n]"
                    + " [--engines=jstorm,jstorm-unbatched,storm,flink,jet] [--rate=n] [--out=file.jsonl] [--continue]"
                    + " [--plot=directory] [--docs=page.md,page.md]";

    private static final String LIST = "list";
    private static final String ALL = "all";
    private static final String PAGE = "page";

    /** The pages, in the directory of the documentation. */
    static final List<String> PAGES = List.of(
            "papers.md",
            "papers-placement.md",
            "papers-engines.md",
            "papers-stages.md",
            "papers-sites.md",
            "papers-sites-latency.md",
            "papers-sites-changes.md",
            "papers-sites-use.md",
            "papers-sites-rates.md",
            "papers-geo.md",
            "papers-geo-routes.md",
            "papers-messages.md",
            "papers-messages-intake.md",
            "papers-batches.md");

    /** Prints what benchmarks/run has to build. */
    private static final String PEERS = "peers";

    private static final int TURNS = 3;

    /** So that all take less than eight hours. */
    private static final int TURNS_OF_ALL = 2;

    private static final int WARM_UP_SECONDS = 10;
    private static final int SECONDS = 10;
    private static final Columns LISTED =
            new Columns("%-12s %-24s %-16s %-68s %8s  %s", "figure|paper|there|what|minutes|needs");

    /** Figures that are shown by another one, whose row of the list has both. */
    private static final Map<String, String> SHOWN_BY =
            Map.of("ts-2c", "ts-8b", "tn-16", "tn-15", "js-7", "js-1", "ss-4", "ss-3");

    private PaperBenchmark() {}

    private static List<PaperFigure> figures() {
        SwitchesFigure switches = new SwitchesFigure();
        List<PaperFigure> figures = new ArrayList<>(List.of(
                new YahooFigure(),
                new StagesFigure(),
                new PlacesFigure(),
                new RatesFigure(),
                new SizesFigure(),
                new RingSizesFigure(),
                new TrafficFigure(),
                new SwitchesReading("ts-9a", "Fig. 9a", switches, Place.TWO_WORKERS),
                new SwitchesReading("ts-9b", "Fig. 9b", switches, Place.FOUR_WORKERS),
                new SwitchesReading("ts-9c", "Fig. 9c", switches, Place.TWO_NODES),
                switches,
                new ConsolidationFigure(),
                new ThroughputFigure()));
        figures.addAll(GeoAnalyticsFigures.all());
        figures.addAll(JetStreamFigures.all());
        figures.addAll(HarmonicFigures.all());
        figures.addAll(BatchFigures.all());
        return List.copyOf(figures);
    }

    public static void main(String[] arguments) {
        List<String> names = Stream.of(arguments)
                .takeWhile(argument -> !argument.startsWith("--"))
                .toList();
        String[] options = Arrays.copyOfRange(arguments, names.size(), arguments.length);
        Options.run(USAGE, options, given -> run(names, given));
    }

    static void run(List<String> names, Options options) throws IOException, InterruptedException {
        if (names.isEmpty()) {
            throw new Options.Mistake("which figure? " + USAGE);
        }
        if (names.equals(List.of(LIST))) {
            System.out.println(list());
        } else if (names.equals(List.of(PAGE))) {
            Study study = new Study(options, "docs/plots/papers.jsonl");
            Path plots = study.plots("docs/plots");
            List<Path> pages = options.takeList("docs", "docs/" + String.join(",docs/", PAGES), Path::of);
            write(Lines.open(study.out(), true), pages, plots);
        } else if (names.get(0).equals(PEERS)) {
            System.out.println(peers(names.subList(1, names.size()), Peers.take(options)));
        } else {
            measure(figures(names), isAll(names) ? TURNS_OF_ALL : TURNS, options);
        }
    }

    /**
     * Writes the pages and pictures of all figures.
     *
     * @param lines this benchmark's; those of others are in files beside theirs
     * @throws IOException if a page has no place for one, or a table with a number that is in no line
     */
    static void write(Lines lines, List<Path> pages, Path plots) throws IOException {
        RawFiles files = new RawFiles(lines);
        Sections sections = new Sections();
        for (PaperFigure figure : FIGURES) {
            sections.add(figure, files.of(figure));
        }
        sections.draw(plots);
        sections.write(pages);
        sections.requireKnown(pages);
    }

    /** The peers whose engines are measured for what is asked for. */
    static String peers(List<String> names, Peers peers) {
        List<PaperFigure> measured =
                names.equals(List.of(LIST)) || names.equals(List.of(PAGE)) ? List.of() : figures(names);
        return measured.stream()
                .flatMap(figure -> peers.names(figure).stream())
                .map(EngineCommand::peer)
                .distinct()
                .collect(Collectors.joining(" "));
    }

    private static List<PaperFigure> figures(List<String> names) {
        return isAll(names) ? own() : chosen(names);
    }

    private static boolean isAll(List<String> names) {
        return names.equals(List.of(ALL));
    }

    /** Those that no other benchmark measures, which would take a day. */
    private static List<PaperFigure> own() {
        return FIGURES.stream()
                .filter(figure -> figure.file() == RawFile.PAPERS)
                .toList();
    }

    private static List<PaperFigure> chosen(List<String> names) {
        List<PaperFigure> figures = new ArrayList<>();
        for (String name : names) {
            String shown = SHOWN_BY.getOrDefault(name, name);
            figures.add(FIGURES.stream()
                    .filter(figure -> figure.name().equals(shown))
                    .findFirst()
                    .orElseThrow(() -> new Options.Mistake("there is no figure '" + name + "': give some of "
                            + FIGURES.stream().map(PaperFigure::name).toList() + ", or list, all or page")));
        }
        return figures;
    }

    /** All figures, a line each, and how long the others than those of other benchmarks take. */
    static String list() {
        Scale scale = new Scale(false, WARM_UP_SECONDS, SECONDS);
        StringBuilder text = new StringBuilder(LISTED.head());
        for (PaperFigure figure : FIGURES) {
            text.append('\n')
                    .append(listed(
                            figure.name(),
                            figure.source().paper(),
                            figure.source().figure(),
                            figure.what(),
                            minutes(figure, TURNS, scale),
                            figure.needsHosts() ? "root" : ""));
        }
        long ofAll = own().stream()
                .filter(figure -> figure.measured().equals(figure.name()))
                .mapToLong(figure -> minutes(figure, TURNS_OF_ALL, scale))
                .sum();
        return text.append('\n')
                .append(listed(ALL, "", "", "ts-* and tn-*, in " + TURNS_OF_ALL + " turns", ofAll, "root"))
                .toString();
    }

    private static String listed(Object... cells) {
        return LISTED.row(cells).stripTrailing();
    }

    private static long minutes(PaperFigure figure, int turns, Scale scale) {
        return Math.round(figure.turns(turns) * figure.turnSeconds(scale) / 60);
    }

    /** What it needs is looked at before anything is measured. */
    private static void check(PaperFigure figure, Peers peers) throws IOException {
        for (EngineCommand engine : peers.of(figure)) {
            engine.requireBuilt();
        }
        if (figure.needsHosts()) {
            Lab.check(figure.name());
        }
    }

    private static void measure(List<PaperFigure> figures, int usualTurns, Options options)
            throws IOException, InterruptedException {
        Study study = new Study(options, "benchmarks/target/papers.jsonl");
        Scale scale = new Scale(
                study.quick(), study.take("warm-up", 6, WARM_UP_SECONDS, 1), study.take("seconds", 2, SECONDS, 1));
        int turns = study.take("turns", 1, usualTurns, 1);
        boolean once = options.takeFlag("once");
        Peers peers = Peers.take(options);
        long rate = options.take("rate", 0, 0);
        if (rate > 0 && figures.stream().noneMatch(PaperFigure::takesRate)) {
            throw new Options.Mistake("--rate=" + rate + ": these figures have their own; it is for "
                    + FIGURES.stream()
                            .filter(PaperFigure::takesRate)
                            .map(PaperFigure::name)
                            .toList());
        }
        for (PaperFigure figure : figures) {
            check(figure, peers);
        }
        Run run = new Run(study, study.lines(), scale, turns, once, peers, rate);
        RawFiles files = new RawFiles(run.lines());
        for (PaperFigure figure : figures) {
            study.requireSameForm(files.of(figure), figure.measured());
        }
        System.out.println(Run.header());
        for (PaperFigure figure : figures) {
            figure.measure(run);
            System.out.println("\n" + figure.name() + ": " + figure.source().published());
            Study.printBars(figure.bars(new RawFiles(run.lines()).of(figure)));
        }
        study.end("; warm-up " + scale.warmUpSeconds() + " s, recorded " + scale.seconds() + " s");
    }
}
