// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.paper;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.benchmarks.machine.Lab;
import io.millrace.benchmarks.macro.EngineCommand;
import io.millrace.benchmarks.macro.Promise;
import io.millrace.benchmarks.macro.Shape;
import io.millrace.benchmarks.macro.Workload;
import io.millrace.benchmarks.netlab.NetlabHosts;
import io.millrace.benchmarks.netlab.NetlabResult;
import io.millrace.benchmarks.netlab.Wire;
import io.millrace.benchmarks.report.Lines;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A figure of the paper on geo-distributed analytics: the Yahoo benchmark on emulated hosts, with a task of each
 * component in each worker. So a tuple crosses between workers twice at most: to the task that reads it, and to that
 * which counts it.
 */
abstract class SitesFigure extends PaperFigure {

    static final String SITES = "sites";

    /** Events per second of all sources, far below what a busy machine of two cores carries on four hosts. */
    static final long RATE = 5_000;

    SitesFigure(String name, String figure, String published, String what) {
        super(name, new Source(TNSM, figure, published), what);
    }

    @Override
    final boolean needsHosts() {
        return true;
    }

    static Workload yahoo(Scale scale, long rate, int workers, Promise promise) {
        return new Workload(Shape.YAHOO_JSON, rate, workers, promise, scale.warmUpSeconds(), scale.seconds())
                .withTaskPerWorker();
    }

    /** Measures a workload with what is between the hosts already. */
    static ObjectNode measure(NetlabHosts hosts, Workload workload) throws IOException, InterruptedException {
        return Result.of(run(hosts, workload, Duration.ZERO));
    }

    /** @param interval for which tuples are collected behind their source; 0 if they are not */
    static NetlabResult run(NetlabHosts hosts, Workload workload, Duration interval)
            throws IOException, InterruptedException {
        return hosts.run(List.of())
                .of(workload, interval, List.of(Wire.constant(0)), hosts.newDirectory())
                .get(0);
    }

    /** Makes hosts. */
    interface Hosts {
        Lab make() throws IOException;
    }

    /** Measures a subject on hosts. */
    interface OnHosts {
        ObjectNode measure(Lab lab, Subject subject) throws IOException, InterruptedException;
    }

    /** Measures subjects by turns on the same hosts, which are not made if the file has all turns. */
    final void measure(
            Run run, Hosts hosts, List<Subject> subjects, Function<Subject, Map<String, String>> labels, OnHosts how)
            throws IOException, InterruptedException {
        if (run.lacking(this, subjects.stream().map(labels).toList()) > 0) {
            try (Lab lab = hosts.make()) {
                run.measure(
                        this,
                        subjects.stream()
                                .map(subject -> new Run.Cell(labels.apply(subject), () -> how.measure(lab, subject)))
                                .toList());
            }
        }
    }

    /** The labels of an engine's cell that one label tells from the others. */
    static Map<String, String> labels(String engine, String label, String value) {
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put(ENGINE, engine);
        labels.put(label, value);
        return labels;
    }

    /** The engines that were measured. */
    final List<String> engines(Lines lines) {
        return List.copyOf(lines.values(measured(), ENGINE));
    }

    /** The others of them than this one. */
    final List<String> peers(Lines lines) {
        return engines(lines).stream()
                .filter(engine -> !EngineCommand.isMillrace(engine))
                .toList();
    }

    final double median(Lines lines, Map<String, String> labels, String pointer) {
        return lines.median(measured(), labels, pointer);
    }
}
