// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompareTest {

    @TempDir
    private Path directory;

    private static String result(String benchmark, String mode, String primary, String secondary) {
        return """
                {"benchmark": "io.millrace.benchmarks.%s", "mode": "%s", "threads": 2, "params": {"length": "64"},
                 "primaryMetric": %s, "secondaryMetrics": {%s}}""".formatted(benchmark, mode, primary, secondary);
    }

    /** @param raw iterations of forks */
    private static String metric(double score, String unit, String raw) {
        return "{\"score\": %s, \"scoreError\": \"NaN\", \"scoreUnit\": \"%s\", \"rawData\": %s}"
                .formatted(score, unit, raw);
    }

    private static JmhResults results(String... all) throws IOException {
        return JmhResults.parse("[" + String.join(",", all) + "]", "results.json");
    }

    /** Without the head, and with one bar for the space between columns. */
    private static List<String> compare(String before, String after) throws IOException {
        return Compare.lines(results(before), results(after)).stream()
                .skip(1)
                .map(line -> line.strip().replaceAll(" {2,}", "|"))
                .toList();
    }

    @Test
    void iterationsOfAllForksGiveTheSpread() throws IOException {
        String before = result("codec.Codec.encode", "avgt", metric(100, "ns/op", "[[99, 100], [100, 101]]"), "");
        String after = result("codec.Codec.encode", "avgt", metric(150, "ns/op", "[[149, 151], [150, 150]]"), "");

        // Half of the interval: 12.92, Student's t for 99.9 % and four values, times 0.8165 / 2
        assertThat(compare(before, after))
                .containsExactly(
                        "codec.Codec.encode length=64 threads=2, avgt, ns/op",
                        "mean|100.0 ± 5.28|150.0 ± 5.28|1.500 ± 0.095|slower by 50.0 %");
        assertThat(compare(before, before).get(1)).endsWith("|the same");
    }

    @Test
    void ofSamplesPercentilesAreComparedToo() throws IOException {
        String histogram = "{\"score\": 20, \"scoreUnit\": \"ns/op\", \"rawDataHistogram\": "
                + "[[[[10, 98], [510, 2]], [[11, 98], [461, 2]], [[10, 98], [510, 2]]]]}";
        String percentiles = "\"p0.00\": " + metric(1, "ns/op", "[[1, 1, 1]]") + ", \"p0.50\": "
                + metric(10, "ns/op", "[[10, 11, 10]]") + ", \"ask:p0.99\": "
                + metric(200, "ns/op", "[[200, 200, 200]]") + ", \"p0.999\": "
                + metric(900, "ns/op", "[[900, 900, 900]]") + ", \"p1.00\": " + metric(999, "ns/op", "[[9, 9, 9]]");
        String before = result("latency.InOneJvm.net", "sample", histogram, percentiles);
        String after = before.replace("200", "400").replace("\"score\": 20,", "\"score\": 21,");

        assertThat(compare(before, after))
                .containsExactly(
                        "latency.InOneJvm.net length=64 threads=2, sample, ns/op",
                        // The means of the iterations are 20, 20 and 20
                        "mean|20.0 ± 0.00|21.0 ± 0.00|1.050 ± 0.000|slower by 5.0 %",
                        "p0.50|10.0 ± 10.5|10.0 ± 10.5|1.000 ± 1.490|the same",
                        "ask:p0.99|200.0 ± 0.00|400.0 ± 0.00|2.000 ± 0.000|slower by 100.0 %");
    }

    @Test
    void threadsOfAGroupAndMemoryAreComparedAndCountsOfCollectionsAreNot() throws IOException {
        String secondary = "\"ask\": " + metric(5, "ns/op", "[[5, 5, 5]]") + ", \"gc.alloc.rate.norm\": "
                + metric(24, "B/op", "[[24, 24, 24]]") + ", \"gc.count\": " + metric(3, "counts", "[[1, 1, 1]]");
        String before = result("latency.InOneJvm.ring", "avgt", metric(7, "ns/op", "[[7, 7, 7]]"), secondary);
        String after = before.replace("24", "48");

        assertThat(compare(before, after))
                .containsExactly(
                        "latency.InOneJvm.ring length=64 threads=2, avgt, ns/op",
                        "mean|7.00 ± 0.00|7.00 ± 0.00|1.000 ± 0.000|the same",
                        "ask|5.00 ± 0.00|5.00 ± 0.00|1.000 ± 0.000|the same",
                        "gc.alloc.rate.norm|24.0 ± 0.00|48.0 ± 0.00|2.000 ± 0.000|more by 100.0 %");
    }

    @Test
    void benchmarksOfOneFileOnlyAreNamed() throws IOException {
        String metric = metric(7, "ops/s", "[[7, 7, 7]]");
        JmhResults before = results(result("a.A.x", "thrpt", metric, ""), result("a.A.y", "thrpt", metric, ""));
        JmhResults after = results(result("a.A.z", "thrpt", metric, ""), result("a.A.y", "thrpt", metric, ""));

        assertThat(Compare.lines(before, after))
                .contains("a.A.y length=64 threads=2, thrpt, ops/s")
                .endsWith(
                        "only in the old file: a.A.x length=64 threads=2, thrpt, ops/s",
                        "only in the new file: a.A.z length=64 threads=2, thrpt, ops/s");
        assertThatThrownBy(() -> Compare.lines(before, results(result("a.A.x", "avgt", metric, ""))))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("no benchmark is in both files");
    }

    @Test
    void whatIsNoResultIsSaidInOneLineThatNamesTheFile() throws IOException {
        for (String text : List.of("", "no JSON", "[]", "{}", "[1]", "[{\"benchmark\": \"a\"}]")) {
            assertThatThrownBy(() -> JmhResults.parse(text, "old.json"))
                    .isInstanceOf(IOException.class)
                    .hasMessage("old.json has no results of JMH: write them with -rf json -rff FILE");
        }
        Path binary = Files.write(directory.resolve("binary"), new byte[] {(byte) 0xC3, (byte) 0x28});
        assertThatThrownBy(() -> JmhResults.read(binary)).hasMessageStartingWith(binary + " has no results of JMH");
        Path absent = directory.resolve("absent");
        assertThatThrownBy(() -> JmhResults.read(absent)).hasMessage("there is no file " + absent);
    }
}
