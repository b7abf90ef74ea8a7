// SPDX-License-Identifier: Apache-2.0
package io.millrace.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.Millrace;
import io.millrace.api.Results;
import io.millrace.api.RunningTopology;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.config.Config;
import io.millrace.api.error.TopologyException;
import io.millrace.operators.Bolts;
import io.millrace.operators.Spouts;
import io.millrace.operators.aggregate.Aggregates;
import io.millrace.operators.window.Windows;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The class path of a service that depends on this module, as Maven resolves it: what it has, what it has not, and that
 * it runs.
 */
class EmbeddedPartsTest {

    private static final long MOST_BYTES = 10L << 20;

    /** What tests bring, and the logging backend, which a service has anyway. */
    private static final Pattern OF_TESTS = Pattern.compile(
            "(apiguardian|assertj|byte-buddy|jspecify|junit|logback|open-test-reporting|opentest4j|surefire).*|test-classes");

    private static final Pattern FORBIDDEN = Pattern.compile("(curator|jackson-databind|jackson-dataformat|metrics-core"
            + "|micrometer|millrace-(cli|cluster|http|micrometer|testing)|netty-codec-http|netty-tcnative|picocli"
            + "|prometheus|snakeyaml|zookeeper).*");

    private static List<Path> parts() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(Files::exists)
                .filter(part -> !OF_TESTS.matcher(part.getFileName().toString()).matches())
                .toList();
    }

    private static String name(Path part) {
        // A module that Maven has not packed yet: engine-core/FOLDER/target/classes
        return part.endsWith("target/classes")
                ? "millrace-" + part.getParent().getParent().getFileName()
                : part.getFileName().toString();
    }

    private static long bytes(Path part) {
        try (Stream<Path> files = Files.walk(part)) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aServiceGetsAtMostTenMegabytes() {
        assertThat(parts()).extracting(EmbeddedPartsTest::name).anyMatch(name -> name.startsWith("millrace-runtime"));
        assertThat(parts().stream().mapToLong(EmbeddedPartsTest::bytes).sum()).isBetween(1L, MOST_BYTES);
    }

    @Test
    void aServiceGetsNothingOfAClusterOrCommandLine() {
        assertThat(parts())
                .extracting(EmbeddedPartsTest::name)
                .noneMatch(name -> FORBIDDEN.matcher(name).matches());
    }

    @Test
    void aTopologyWithWindowsRuns() throws InterruptedException {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", Spouts.of("number", List.of(1L, 2L, 3L, 4L)));
        builder.setBolt("sums", Bolts.window(Windows.count(1), "number").aggregate("sum", Aggregates.sum("number")))
                .fields("numbers", "number");
        builder.setBolt("results", Bolts.results()).shuffle("sums");
        Topology topology = builder.build();

        try (Millrace engine = Millrace.local().start()) {
            RunningTopology run = engine.submit("sums", topology, Config.empty());
            try (Results results = run.results("results")) {
                long sum = 0;
                for (int i = 0; i < 4; i++) {
                    sum += results.poll(Duration.ofMinutes(1)).getLong("sum");
                }
                assertThat(sum).isEqualTo(10);
            }
        }
    }

    @Test
    void whoAsksForProcessesIsToldWhatToAdd() {
        assertThatThrownBy(() -> Millrace.local().processes().start())
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("add io.millrace:millrace-cluster");
    }
}
