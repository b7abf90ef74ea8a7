// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.paper;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.benchmarks.machine.CpuTime;
import io.millrace.benchmarks.machine.Lab;
import io.millrace.benchmarks.machine.ProcessUse;
import io.millrace.benchmarks.macro.EngineCommand;
import io.millrace.benchmarks.macro.Histograms;
import io.millrace.benchmarks.macro.Hosts;
import io.millrace.benchmarks.macro.Measurement;
import io.millrace.benchmarks.macro.ResultDelays;
import io.millrace.benchmarks.macro.Workload;
import io.millrace.benchmarks.netlab.NetlabHosts;
import io.millrace.benchmarks.netlab.NetlabResult;
import io.millrace.benchmarks.netlab.WorkersUse;
import io.millrace.benchmarks.report.Lines;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;

/** The result of a cell as a line: latencies are from the intended time of emission, in milliseconds. */
final class Result {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double BYTES_PER_MEGABYTE = 1e6;

    /** The main classes of what starts, controls and logs for other engines. */
    private static final Set<String> CONTROLLING = Set.of("EngineMain", "Daemon", "LogWriter");

    /** The round-trip time between emulated hosts: that of a local network. */
    static final double RTT_MILLIS = 0.1;

    static final String ONE_NODE = "one node";

    static final String MEAN = "/result/mean_ms";
    static final String P50 = "/result/p50_ms";
    static final String P99 = "/result/p99_ms";

    /** How long after the ends of windows their results came. */
    static final String WINDOWS_P99 = "/result/windows_p99_ms";

    static final String OFFERED = "/result/offered_per_second";

    /** What sinks took of what was offered. */
    static final String CARRIED = "/result/carried_percent";

    /** TCP connections between workers on different hosts, and the mean number of all that a worker has. */
    static final String CONNECTIONS = "/result/connections";

    static final String CONNECTIONS_OF_WORKER = "/result/connections_of_worker";
    static final String CORES = "/result/cores";
    static final String MEBIBYTES = "/result/pss_mib";
    static final String IN = "/result/in_mb_per_second";
    static final String OUT = "/result/out_mb_per_second";

    /** The share of what was offered that sinks took in the second in which they took least, in percent. */
    static final String SLOWEST_SECOND = "/result/slowest_second_percent";

    static final String LONGEST_GAP = "/result/longest_gap_ms";

    /** The tuples that sinks took in each second. */
    static final String BY_SECOND = "/tuples_by_second";

    private Result() {}

    /** Measures a workload on this machine. */
    static ObjectNode local(EngineCommand engine, Workload workload) throws IOException, InterruptedException {
        CpuTime before = CpuTime.now();
        Measurement run = Measurement.of(engine, workload);
        ObjectNode line = of(engine, run, workload);
        return line.put(Lines.NETWORK, ONE_NODE)
                .put("late_over_1ms", 0)
                .put("busy", CpuTime.now().busySince(before));
    }

    /** Measures a workload of another engine on hosts. */
    static ObjectNode hosted(EngineCommand engine, Workload workload, Hosts hosts)
            throws IOException, InterruptedException {
        Measurement.OnHosts onHosts = Measurement.of(engine, workload, hosts);
        ObjectNode line = of(engine, onHosts.run(), workload);
        addWindows(line, onHosts.delays());
        addWorkers(line, onHosts.run().processes(), workload);
        onHosts.use().lab().describe(line);
        return line.put(Lines.NETWORK, Lab.NETWORK).put("busy", onHosts.use().busy());
    }

    /** Adds what the processes that run tasks used together: bytes from the start signal on. */
    private static void addWorkers(ObjectNode line, List<ProcessUse> processes, Workload workload) {
        List<ProcessUse> workers = processes.stream()
                .filter(process -> !CONTROLLING.contains(process.name()))
                .toList();
        double seconds = workload.warmUpSeconds() + workload.seconds();
        ((ObjectNode) line.get("result"))
                .put("pss_mib", sum(workers, ProcessUse::pssBytes) / (1 << 20))
                .put("in_mb_per_second", sum(workers, ProcessUse::bytesIn) / BYTES_PER_MEGABYTE / seconds)
                .put("out_mb_per_second", sum(workers, ProcessUse::bytesOut) / BYTES_PER_MEGABYTE / seconds)
                .put("connections_of_worker", sum(workers, ProcessUse::connections) / workers.size());
    }

    private static double sum(List<ProcessUse> processes, ToLongFunction<ProcessUse> use) {
        return processes.stream().mapToLong(use).sum();
    }

    private static ObjectNode of(EngineCommand engine, Measurement run, Workload workload) throws IOException {
        ObjectNode line = of(run.latencies(), run.tuplesPerSecond(), workload);
        ((ObjectNode) line.get("result")).put("cores", run.cores());
        line.put("engine_flags", String.join(" ", engine.options()));
        ArrayNode processes = line.putArray("processes");
        run.processes().forEach(use -> add(processes, use));
        return line;
    }

    private static ObjectNode add(ArrayNode processes, ProcessUse use) {
        return processes
                .addObject()
                .put("name", use.name())
                .put("pss_bytes", use.pssBytes())
                .put("connections", use.connections())
                .put("bytes_in", use.bytesIn())
                .put("bytes_out", use.bytesOut());
    }

    /**
     * Measures a workload on two emulated hosts.
     *
     * @param settings of the topology, key=value
     */
    static ObjectNode onHosts(NetlabHosts hosts, Workload workload, List<String> settings)
            throws IOException, InterruptedException {
        return onHosts(hosts, workload, settings, RTT_MILLIS);
    }

    /** The same with another round-trip time between all hosts. */
    static ObjectNode onHosts(NetlabHosts hosts, Workload workload, List<String> settings, double rttMillis)
            throws IOException, InterruptedException {
        Path directory = hosts.newDirectory();
        ObjectNode line = of(
                hosts.run(settings).of(workload, List.of(rttMillis), directory).get(0));
        addWindows(line, ResultDelays.read(workload, directory));
        return line;
    }

    /** A line of what was measured on emulated hosts, with what the workers used. */
    static ObjectNode of(NetlabResult run) throws IOException {
        Workload workload = run.workload();
        ObjectNode line = of(run.total(), run.perSecond(), workload);
        long slowest = LongStream.of(run.bySecond()).min().orElse(0);
        WorkersUse use = run.use();
        ((ObjectNode) line.get("result"))
                .put("cores", use.cores())
                .put("pss_mib", use.mebibytes())
                .put("in_mb_per_second", use.megabytesInPerSecond())
                .put("out_mb_per_second", use.megabytesOutPerSecond())
                .put("connections", use.connections())
                .put("connections_of_worker", use.connectionsOfWorker())
                .put("slowest_second_percent", carriedPercent(slowest, workload))
                .put("longest_gap_ms", run.longestGapMillis());
        ArrayNode bySecond = line.putArray("tuples_by_second");
        LongStream.of(run.bySecond()).forEach(bySecond::add);
        line.put("counted_seconds", use.seconds());
        ArrayNode processes = line.putArray("processes");
        use.workers().forEach(worker -> add(processes, worker.use()).put("cores", worker.cores()));
        run.lab().describe(line);
        return line.put(Lines.NETWORK, Lab.NETWORK).put("busy", run.busy());
    }

    private static double carriedPercent(double perSecond, Workload workload) {
        return 100 * perSecond / workload.rate() / workload.shape().fanOut();
    }

    /** Adds how long after the ends of windows their results came, if there were some. */
    private static void addWindows(ObjectNode line, Histogram delays) {
        if (delays.getTotalCount() > 0) {
            ((ObjectNode) line.get("result"))
                    .put("windows_p50_ms", millis(delays, 50))
                    .put("windows_p99_ms", millis(delays, 99));
        }
    }

    /**
     * A line of figures that are not those of a histogram.
     *
     * @param busy the share of all processors' time that was not idle, 0 to 1
     */
    static ObjectNode of(Map<String, Double> result, String network, double busy) {
        ObjectNode line = MAPPER.createObjectNode();
        line.set("result", MAPPER.valueToTree(result));
        return line.put(Lines.NETWORK, network).put("late_over_1ms", 0).put("busy", busy);
    }

    private static ObjectNode of(Histogram nanos, double perSecond, Workload workload) throws IOException {
        if (nanos.getTotalCount() == 0) {
            throw new IOException(
                    "no tuple came while it was recorded: give more --seconds, or a machine with idle cores");
        }
        ObjectNode line = MAPPER.createObjectNode();
        line.putObject("result")
                .put("offered_per_second", workload.rate())
                .put("per_second", perSecond)
                .put("carried_percent", carriedPercent(perSecond, workload))
                .put("mean_ms", nanos.getMean() / NANOS_PER_MILLI)
                .put("p50_ms", millis(nanos, 50))
                .put("p99_ms", millis(nanos, 99))
                .put("p999_ms", millis(nanos, 99.9))
                .put("max_ms", millis(nanos, 100));
        return line.put(Lines.WARM_UP_SECONDS, workload.warmUpSeconds())
                .put(Lines.SECONDS, workload.seconds())
                .put("histogram", Histograms.encodeCompressed(nanos));
    }

    private static double millis(Histogram nanos, double percentile) {
        return nanos.getValueAtPercentile(percentile) / NANOS_PER_MILLI;
    }

    /** The medians of the turns over a label that is a number, of the cells with these other labels. */
    static NavigableMap<Double, Double> over(
            Lines lines, String figure, Map<String, String> labels, String over, String pointer) {
        NavigableMap<Double, Double> values = new TreeMap<>();
        for (String value : lines.values(figure, over)) {
            Map<String, String> all = new TreeMap<>(labels);
            all.put(over, value);
            double median = lines.median(figure, all, pointer);
            if (!Double.isNaN(median)) {
                values.put(Double.parseDouble(value), median);
            }
        }
        return values;
    }
}
