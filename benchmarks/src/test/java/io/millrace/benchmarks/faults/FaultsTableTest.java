// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.benchmarks.report.Csv;
import io.millrace.benchmarks.report.Page;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FaultsTableTest {

    @TempDir
    private Path directory;

    @Test
    void thePageHasTheRowsOfTheFileInTheOrderOfTheFaults() throws IOException {
        Csv csv = Csv.open(directory.resolve("faults.csv"), FaultRow.COLUMNS, 1, false);
        csv.put(new FaultRow("node-kill", "runs on, elsewhere", 900, 2_340, -1, 10, 9, 3, 1, "active 2/3", "", "1 lost")
                .values());
        csv.put(new FaultRow("worker-kill", "again", -1, 10, 0, 10, 10, 0, 0, "", "", FaultRow.KEPT).values());
        Path page = directory.resolve("page.md");
        Files.writeString(
                page, "before\n" + Page.begin(FaultsTable.PART) + "\nold\n" + Page.end(FaultsTable.PART) + "\nafter\n");

        Page.write(List.of(page), FaultsTable.parts(csv));

        assertThat(Files.readAllLines(page))
                .startsWith("before", Page.begin(FaultsTable.PART))
                .endsWith(
                        "| worker-kill | again | - | 0.0 s | 0.0 s | 0 | 0 | nothing else |",
                        "| node-kill | runs on, elsewhere | 0.9 s | 2.3 s | - | 3 | 1 | active 2/3; **not kept: 1 lost** |",
                        "",
                        Page.end(FaultsTable.PART),
                        "after")
                .doesNotContain("old");
    }

    @Test
    void aPageWithoutAPlaceForItIsRefused() throws IOException {
        Csv csv = Csv.open(directory.resolve("faults.csv"), FaultRow.COLUMNS, 1, false);
        Path page = Files.writeString(directory.resolve("page.md"), "nothing\n");
        assertThatThrownBy(() -> Page.write(List.of(page), FaultsTable.parts(csv)))
                .hasMessageContaining(Page.begin(FaultsTable.PART));
    }
}
