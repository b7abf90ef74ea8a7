// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.paper;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.benchmarks.machine.Lab;
import io.millrace.benchmarks.macro.EngineCommand;
import io.millrace.benchmarks.macro.Promise;
import io.millrace.benchmarks.macro.Workload;
import io.millrace.benchmarks.netlab.HostPreset;
import io.millrace.benchmarks.netlab.NetlabHosts;
import io.millrace.benchmarks.report.Bars;
import io.millrace.benchmarks.report.Lines;
import io.millrace.benchmarks.report.MarkdownTable;
import io.millrace.benchmarks.report.Panel;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Latency on the sites of presets, without acks and with them. */
final class PresetsFigure extends SitesFigure {

    static final String WITHOUT = "without";
    static final String WITH = "with";

    private static final String ACKS = "acks";
    private static final String WIRE = "/result/wire_ms";
    private static final String ABOVE = "/result/above_ms";
    private static final double MOST_ABOVE_MILLIS = 5;

    private static final Map<String, Promise> PROMISES = promises();

    private static final List<HostPreset> PRESETS = Stream.of("eu-2", "us-2", "global-2", "eu-4", "us-4", "global-4")
            .map(HostPreset::of)
            .toList();

    PresetsFigure() {
        super(
                "tn-6",
                "Fig. 6",
                "sites are those of the EU, the US and of the world, of Table I",
                "Latency on sites of the EU, the US and the world");
    }

    private static Map<String, Promise> promises() {
        Map<String, Promise> promises = new LinkedHashMap<>();
        promises.put(WITHOUT, Promise.atMostOnce());
        promises.put(WITH, Promise.atLeastOnce());
        return promises;
    }

    @Override
    List<String> peers() {
        return Subject.PEERS;
    }

    @Override
    int cells() {
        int ofPeers = peers().stream()
                .mapToInt(peer -> Subject.promisesOf(peer).size())
                .sum();
        return PRESETS.size() * (PROMISES.size() + ofPeers);
    }

    @Override
    void measure(Run run) throws IOException, InterruptedException {
        List<Subject> subjects = Subject.all(run, this, List.copyOf(PROMISES.values()));
        for (HostPreset preset : run.scale().quick() ? PRESETS.subList(0, 1) : PRESETS) {
            measure(
                    run,
                    () -> NetlabHosts.preset(preset),
                    subjects,
                    subject -> labels(subject, preset),
                    (lab, subject) -> measure(run.scale(), lab, subject, preset));
        }
    }

    private static Map<String, String> labels(Subject subject, HostPreset preset) {
        return withAcks(
                subject.engine().name(), preset.toString(), subject.promise().acked() ? WITH : WITHOUT);
    }

    private static ObjectNode measure(Scale scale, Lab lab, Subject subject, HostPreset preset)
            throws IOException, InterruptedException {
        Workload workload = yahoo(scale, RATE, preset.hosts(), subject.promise());
        return aboveWire(subject.measure(lab, workload, 0), preset.greatestRttMillis());
    }

    /** Adds the longest way, which is to the farthest site and back, and what the 99th percentile is above it. */
    private static ObjectNode aboveWire(ObjectNode line, double wireMillis) {
        double above = line.at(Result.P99).asDouble() - wireMillis;
        ((ObjectNode) line.get("result")).put("wire_ms", wireMillis).put("above_ms", above);
        return line;
    }

    private static Map<String, String> withAcks(String engine, String sites, String acks) {
        Map<String, String> labels = labels(engine, SITES, sites);
        labels.put(ACKS, acks);
        return labels;
    }

    /** The sites that were measured. */
    List<String> sites(Lines lines) {
        return List.copyOf(lines.values(name(), SITES));
    }

    double p99(Lines lines, String engine, String sites, String acks) {
        return median(lines, withAcks(engine, sites, acks), Result.P99);
    }

    /** The same in a table. */
    Object p99Marked(Lines lines, String engine, String sites, String acks) {
        return marked(lines, withAcks(engine, sites, acks), Result.P99);
    }

    double carried(Lines lines, String engine, String sites, String acks) {
        return median(lines, withAcks(engine, sites, acks), Result.CARRIED);
    }

    @Override
    public List<Panel> panels(Lines lines) {
        List<Panel> panels = new ArrayList<>();
        for (String acks : lines.values(name(), ACKS)) {
            Map<String, Map<String, Double>> columns = new LinkedHashMap<>();
            for (String sites : sites(lines)) {
                for (String engine : engines(lines)) {
                    double above = median(lines, withAcks(engine, sites, acks), ABOVE);
                    if (Double.isFinite(above)) {
                        Map<String, Double> parts = new LinkedHashMap<>();
                        parts.put("the longest way", median(lines, withAcks(engine, sites, acks), WIRE));
                        parts.put("above it", Math.max(0, above));
                        columns.put(sites + " " + engine, parts);
                    }
                }
            }
            panels.add(Panel.ofColumns(acks + " acks", "sites, engine", "ms, 99th percentile", columns));
        }
        return panels;
    }

    @Override
    void addBars(Bars bars, Lines lines) {
        for (String sites : sites(lines)) {
            for (String acks : PROMISES.keySet()) {
                double above = median(lines, withAcks(EngineCommand.MILLRACE, sites, acks), ABOVE);
                bars.atMost(sites + ", " + acks + " acks: p99 above the longest way", above, MOST_ABOVE_MILLIS, "ms");
                double ours = p99(lines, EngineCommand.MILLRACE, sites, acks);
                double lowest = peers(lines).stream()
                        .mapToDouble(engine -> p99(lines, engine, sites, acks))
                        .filter(Double::isFinite)
                        .min()
                        .orElse(Double.NaN);
                bars.atMost(sites + ", " + acks + " acks: p99 beside the lowest of the others", ours, lowest, "ms");
            }
        }
    }

    @Override
    MarkdownTable table(Lines lines) {
        MarkdownTable table = MarkdownTable.of("sites|engine|acks|carried, %|mean, ms|p99|the longest way|above it");
        for (String sites : sites(lines)) {
            for (String engine : engines(lines)) {
                for (String acks : lines.values(name(), ACKS)) {
                    Map<String, String> labels = withAcks(engine, sites, acks);
                    if (!Double.isNaN(median(lines, labels, Result.P99))) {
                        table.row(
                                sites,
                                engine,
                                acks,
                                median(lines, labels, Result.CARRIED),
                                median(lines, labels, Result.MEAN),
                                marked(lines, labels, Result.P99),
                                median(lines, labels, WIRE),
                                median(lines, labels, ABOVE));
                    }
                }
            }
        }
        return table;
    }
}
