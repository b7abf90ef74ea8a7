// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.paper;

import io.millrace.benchmarks.machine.Child;
import io.millrace.benchmarks.microbatch.MicrobatchBenchmark;
import io.millrace.benchmarks.report.Bars;
import io.millrace.benchmarks.report.Lines;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A part of the benchmark of batches, beside what was published. */
final class MicrobatchReading extends FiguresReading {

    /** Those of its command. */
    private static final List<String> FLAGS = List.of("-Xmx3g", "-XX:-UsePerfData", "-Dslf4j.internal.verbosity=ERROR");

    private final Part part;
    private final Bound bound;

    /**
     * What is measured.
     *
     * @param name by which it is asked for
     * @param picture that it draws; empty for none
     * @param seconds that it takes
     */
    record Part(String name, String picture, double seconds) {}

    /** A bar for each cell. */
    interface Bound {
        void add(Bars bars, Lines lines, String part);
    }

    MicrobatchReading(String name, Source source, String what, Part part, ReadTable table, Bound bound) {
        super(name, source, what, RawFile.MICROBATCH, part.name(), table, part.picture());
        this.part = part;
        this.bound = bound;
    }

    @Override
    int cells() {
        return 1;
    }

    @Override
    double turnSeconds(Scale scale) {
        return part.seconds();
    }

    /** In a process of its own, as its source and its sink run in that of the benchmark. */
    @Override
    void measure(Lines lines, List<String> options, Run run) throws IOException {
        List<String> all = new ArrayList<>(options);
        all.add("--parts=" + measured());
        try (Child process = Child.start(Child.java(FLAGS, MicrobatchBenchmark.class, all))) {
            System.out.println(process.rest());
        }
    }

    @Override
    void addMeasured(Bars bars, Lines lines) {
        bound.add(bars, lines, measured());
    }
}
