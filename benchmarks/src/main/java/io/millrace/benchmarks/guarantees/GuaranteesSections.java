// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.guarantees;

import io.millrace.benchmarks.macro.Measurement;
import io.millrace.benchmarks.netlab.NetlabResult;
import io.millrace.benchmarks.report.CrossTable;
import io.millrace.benchmarks.report.TableSection;
import java.util.List;

/** What a page shows of the guarantees. */
public final class GuaranteesSections {

    public static final List<TableSection> ALL = List.of(
            section(
                    "sources without a rate",
                    "What sinks took of sources that emit as fast as they can.",
                    List.of(MacroPart.THROUGHPUT),
                    CrossTable.of(MacroPart.THROUGHPUT, Measurement.TUPLES)),
            section(
                    "latencies of the guarantees",
                    "Latencies at a rate, and the cores that all processes kept busy.",
                    List.of(MacroPart.LATENCY),
                    CrossTable.of(MacroPart.LATENCY, Measurement.P50, Measurement.P99, Measurement.CORES)),
            section(
                    "guarantees beside peers",
                    "Exactly-once beside other engines with the same interval of snapshots.",
                    List.of(MacroPart.PEERS),
                    CrossTable.of(MacroPart.PEERS, Measurement.P50, Measurement.P99, Measurement.CORES),
                    CrossTable.of(MacroPart.PEERS, Measurement.TUPLES_PER_CORE, Measurement.TUPLES)),
            section(
                    "snapshots",
                    "Whole snapshots of chains without state, the CPU of snapshots where nothing is sent, and what"
                            + " they do to latencies with small and with large state.",
                    List.of(DepthPart.NAME, PairsPart.NAME, StatePart.NAME),
                    CrossTable.of(DepthPart.NAME, SnapshotPhases.TOTAL, SnapshotPhases.LONGEST),
                    CrossTable.of(PairsPart.NAME, PairsPart.CPU, PairsPart.CPU_COMPILED),
                    CrossTable.of(
                            StatePart.NAME,
                            Measurement.P50,
                            Measurement.P99,
                            SnapshotPhases.TOTAL,
                            SnapshotPhases.COPY_LONGEST)),
            section(
                    "kill -9 of a worker",
                    "The longest time without a tuple at one sink, and what sinks took until the end.",
                    List.of(KillPart.NAME),
                    CrossTable.of(KillPart.NAME, KillPart.GAP, KillPart.TAKEN)),
            section(
                    "a sink that commits",
                    "How late a tuple is when a committing sink shows it.",
                    List.of(VisiblePart.NAME),
                    CrossTable.of(VisiblePart.NAME, Measurement.P99, SnapshotPhases.TOTAL)),
            section(
                    "two hosts",
                    "Two emulated hosts over the round-trip time.",
                    List.of(RttPart.RTT),
                    hosts(RttPart.RTT)),
            section(
                    "hosts of presets",
                    "The hosts of presets, two and four of each.",
                    List.of(RttPart.PRESETS),
                    hosts(RttPart.PRESETS)));

    private GuaranteesSections() {}

    private static CrossTable hosts(String part) {
        return CrossTable.of(part, Measurement.P99, NetlabResult.OFFERED, SnapshotPhases.SLOWEST, SnapshotPhases.TOTAL);
    }

    private static TableSection section(String name, String text, List<String> parts, CrossTable... tables) {
        return new TableSection(
                name,
                text,
                "benchmarks/run guarantees --parts=" + String.join(",", parts),
                List.of(tables),
                figures -> GuaranteesBars.of(figures, parts));
    }
}
