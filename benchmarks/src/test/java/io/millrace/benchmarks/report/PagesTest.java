// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.benchmarks.guarantees.GuaranteesSections;
import io.millrace.benchmarks.ipc.IpcBenchmark;
import io.millrace.benchmarks.macro.MacroBenchmark;
import io.millrace.benchmarks.netlab.NetlabBenchmark;
import io.millrace.benchmarks.scheduler.SchedulerBenchmark;
import io.millrace.benchmarks.service.ServiceBenchmark;
import io.millrace.benchmarks.transport.RttSweep;
import io.millrace.benchmarks.transport.TransportBenchmark;
import io.millrace.benchmarks.windows.WindowsBenchmark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The pages of the documentation are what their lines make. */
class PagesTest {

    private static final Path DOCS = Path.of("..", "docs");

    @TempDir
    private Path directory;

    static Stream<Arguments> pages() {
        return Stream.of(
                Arguments.of("benchmarks-topologies.md", "macro", MacroBenchmark.SECTIONS),
                Arguments.of("benchmarks-links.md", "ipc", IpcBenchmark.SECTIONS),
                Arguments.of("benchmarks-links.md", "transport", TransportBenchmark.SECTIONS),
                Arguments.of("benchmarks-links.md", "rtt-sweep", RttSweep.SECTIONS),
                Arguments.of("benchmarks-links.md", "netlab", NetlabBenchmark.SECTIONS),
                Arguments.of(
                        "benchmarks-guarantees.md,benchmarks-guarantees-hosts.md",
                        "guarantees",
                        GuaranteesSections.ALL),
                Arguments.of("benchmarks-scheduler.md", "scheduler", SchedulerBenchmark.SECTIONS),
                Arguments.of("benchmarks-windows.md", "windows", WindowsBenchmark.SECTIONS),
                Arguments.of("benchmarks-service.md", "service", ServiceBenchmark.SECTIONS));
    }

    @ParameterizedTest
    @MethodSource("pages")
    void pagesThatAreMadeAgainAreTheSame(String names, String lines, List<TableSection> sections) throws IOException {
        List<Path> pages = new ArrayList<>();
        for (String name : names.split(",")) {
            pages.add(Files.copy(DOCS.resolve(name), directory.resolve(name)));
        }
        Path file = DOCS.resolve("plots").resolve(lines + ".jsonl");

        new Sections(sections, Lines.open(Files.exists(file) ? file : directory.resolve("none.jsonl"), true))
                .write(pages);

        assertThat(pages)
                .allSatisfy(page -> assertThat(page).hasSameTextualContentAs(DOCS.resolve(page.getFileName())));
    }

    @Test
    void figuresOfTheReadmeAreThoseOfThePage() throws IOException {
        String page = Files.readString(DOCS.resolve("benchmarks-topologies.md"));

        assertThat(Files.readString(DOCS.resolveSibling("README.md")).lines())
                .filteredOn(line -> line.contains(" / ") && line.startsWith("|"))
                .hasSize(2)
                .flatMap(line -> List.of(line.split("\\|")).subList(2, 7))
                .allSatisfy(figures -> assertThat(page).contains("|" + figures + "|"));
    }
}
