// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.study;

import io.millrace.benchmarks.machine.Hiccups;
import io.millrace.benchmarks.machine.Machine;
import io.millrace.benchmarks.machine.Options;
import io.millrace.benchmarks.report.Bar;
import io.millrace.benchmarks.report.Csv;
import io.millrace.benchmarks.report.Figures;
import io.millrace.benchmarks.report.Lines;
import io.millrace.benchmarks.report.Measured;
import io.millrace.benchmarks.report.Page;
import io.millrace.benchmarks.report.Repeated;
import io.millrace.benchmarks.report.Section;
import io.millrace.benchmarks.report.Sections;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A benchmark from its command line to its results: takes the options that benchmarks share, as far as its usage names
 * them; measures in turns, and counts what has failed; tells the bars and what was run on; writes
 * files and pages. One thread.
 */
public final class Study {

    private final Options options;
    private final boolean quick;
    private final Path out;
    private final String docs;
    private final boolean tableOnly;
    private final boolean continued;
    private String written;
    private int failed;

    /**
     * Takes --quick, --out, --continue, --docs and --table.
     *
     * @param out file of the results unless --out names another
     */
    public Study(Options options, String out) {
        this.options = options;
        this.quick = options.takeFlag("quick");
        this.out = options.takePath("out", out);
        this.docs = options.take("docs", "");
        this.tableOnly = options.takeFlag("table");
        this.continued = options.takeFlag("continue") || tableOnly;
        this.written = this.out.toString();
        if (tableOnly && docs.isEmpty()) {
            throw new Options.Mistake("--table needs the page: give --docs=page.md");
        }
    }

    /** Whether a coarse and short form is asked for. */
    public boolean quick() {
        return quick;
    }

    /** Whether nothing is measured, and the page is written from earlier results. */
    public boolean tableOnly() {
        return tableOnly;
    }

    /** Whether earlier results stay. */
    public boolean continued() {
        return continued;
    }

    public Path out() {
        return out;
    }

    /** A whole number that is another one with --quick. */
    public int take(String name, int quickly, int otherwise, int least) {
        return options.take(name, quick ? quickly : otherwise, least);
    }

    /** How often everything is measured: once with --quick, unless the option says it. */
    public int repetitions(int otherwise) {
        return take("repetitions", 1, otherwise, 1);
    }

    /** The pictures' file or directory. */
    public Path plots(String otherwise) {
        Path plots = options.takePath("plot", otherwise);
        written = out + " and " + plots;
        return plots;
    }

    /** The cells whose name has in it what --cells asks for; at least one. */
    public <T> List<T> cells(List<T> all, Function<T, String> name) {
        String part = options.take("cells", "");
        return Options.chosen(
                all.stream().filter(cell -> name.apply(cell).contains(part)).toList(), "cells", part);
    }

    /** The figures in the file of the results. */
    public Figures figures() throws IOException {
        return new Figures(lines()).under(Lines.QUICK, quick);
    }

    /**
     * A table in the file of the results.
     *
     * @param head and keyColumns as of {@link Csv#open}
     */
    public Csv csv(String head, int keyColumns) throws IOException {
        return Csv.open(out, head, keyColumns, continued);
    }

    /** The lines in the file of the results. */
    public Lines lines() throws IOException {
        return Lines.open(out, continued);
    }

    /** Prints what the machine adds by itself, which is to be shown before and after. */
    public static void printHiccups(int seconds) throws InterruptedException {
        int cores = Runtime.getRuntime().availableProcessors();
        System.out.println(Hiccups.of(cores, seconds).describe(cores));
    }

    /** One measurement of one of those that take turns. */
    public interface Turn<S, R> {
        R measure(S subject) throws IOException, InterruptedException;
    }

    /**
     * Measures each subject once in each repetition. They take turns, so that what changes on the machine meanwhile
     * meets all of them, and begin alternately with the first and with the last, as who begins may have an advantage.
     * One that is {@link Refused} is left out of the other repetitions. Another failure is told and counted, and the
     * others are measured all the same.
     *
     * @param cell what is measured, for what is told
     * @param subjects named by their texts
     * @return by subject, in their order, what its repetitions gave; without those that gave nothing
     */
    public <S, R> Map<S, List<R>> turns(String cell, int repetitions, List<S> subjects, Turn<S, R> turn)
            throws InterruptedException {
        Map<S, List<R>> measured = new LinkedHashMap<>();
        subjects.forEach(subject -> measured.put(subject, new ArrayList<>()));
        Set<S> refused = new HashSet<>();
        List<S> order = new ArrayList<>(subjects);
        for (int i = 0; i < repetitions; i++) {
            for (S subject : order) {
                if (!refused.contains(subject)) {
                    try {
                        measured.get(subject).add(turn.measure(subject));
                    } catch (Refused e) {
                        refused.add(subject);
                        System.out.println(cell + ": " + subject + " is left out: " + e.getMessage());
                    } catch (IOException e) {
                        failed(cell + ", " + subject, e);
                    }
                }
            }
            Collections.reverse(order);
        }
        measured.values().removeIf(List::isEmpty);
        return measured;
    }

    /**
     * Measures those turns of a cell that the results lack, as {@link #turns} does, and adds each to them at once.
     *
     * @return by subject, in their order, what all of its turns gave; without those that have none
     */
    public <S> Map<S, Repeated> measure(
            Figures figures, String part, String cell, int turns, List<S> subjects, Turn<S, Measured> turn)
            throws IOException, InterruptedException {
        requireSameForm(figures.lines(), part);
        List<S> lacking = subjects.stream()
                .filter(subject -> figures.turns(part, cell, subject.toString()) < turns)
                .toList();
        turns(cell, turns, lacking, subject -> {
            if (figures.turns(part, cell, subject.toString()) < turns) {
                figures.add(part, cell, subject.toString(), turn.measure(subject));
            }
            return subject;
        });
        Map<S, Repeated> measured = new LinkedHashMap<>();
        for (S subject : subjects) {
            if (figures.turns(part, cell, subject.toString()) > 0) {
                measured.put(subject, figures.repeated(part, cell, subject.toString()));
            }
        }
        return measured;
    }

    /** Measures as {@link #measure} does, and prints each figure. */
    public <S> void measureAndPrint(
            Figures figures, String part, String cell, int turns, List<S> subjects, Turn<S, Measured> turn)
            throws IOException, InterruptedException {
        measure(figures, part, cell, turns, subjects, turn)
                .keySet()
                .forEach(subject -> figures.print(part, cell, subject.toString()));
    }

    /** @throws IOException if there are lines of the other form, which must not be mixed with those of this */
    public void requireSameForm(Lines lines, String figure) throws IOException {
        if (lines.of(figure).stream().anyMatch(line -> line.path(Lines.QUICK).asBoolean() != quick)) {
            throw new IOException(lines.file() + " has " + figure + (quick ? " without" : " with")
                    + " --quick: name another file with --out");
        }
    }

    /** Tells that something could not be measured; {@link #end} fails then. */
    public void failed(String what, Exception e) {
        System.err.println(what + " has failed: " + (e instanceof IOException ? e.getMessage() : e));
        failed++;
    }

    /** Prints bars, and how many are met. */
    public static void printBars(List<Bar> bars) {
        System.out.println();
        bars.forEach(bar -> System.out.println(bar.text()));
        System.out.printf(
                "%n%d of %d bounds are met%n", bars.stream().filter(Bar::met).count(), bars.size());
    }

    /** Writes these parts of the pages that --docs names, if it does. */
    public void writePages(Map<String, String> parts) throws IOException {
        if (!docs.isEmpty()) {
            Page.write(pages(), parts);
        }
    }

    /** Writes these sections into the pages that --docs names, if it does. */
    public void writeSections(List<? extends Section> sections, Figures figures) throws IOException {
        if (!docs.isEmpty()) {
            new Sections(sections, figures.lines()).write(pages());
        }
    }

    private List<Path> pages() {
        return Stream.of(docs.split(",")).map(Path::of).toList();
    }

    /**
     * Prints what was run on and how, and where the results are.
     *
     * @throws IOException if something has failed
     */
    public void end(String how) throws IOException {
        System.out.println("\n" + Machine.describe() + how + "\nwritten to " + written);
        requireSuccess();
    }

    /** Prints where the results are. */
    public void printWritten() {
        System.out.println("\nwritten to " + written);
    }

    /** @throws IOException if something has failed */
    public void requireSuccess() throws IOException {
        if (failed > 0) {
            throw new IOException(failed + (failed == 1 ? " measurement has" : " measurements have") + " failed"
                    + (options.has("continue") ? ": --continue tries again" : ""));
        }
    }
}
