// SPDX-License-Identifier: Apache-2.0
package io.millrace.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.TopologyBuilder;
import io.millrace.operators.Bolts;
import io.millrace.operators.Spouts;
import io.millrace.operators.table.Tables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The example of docs/tables.md stands here too, so that it is compiled and run. */
@Timeout(60)
class TablesPageTest {

    private static final Path PAGE = Path.of("..", "..", "docs", "tables.md");
    private static final Path THIS = Path.of("src/test/java/io/millrace/testing/TablesPageTest.java");

    private record View(String ad, long time) {}

    @TempDir
    private Path directory;

    @Test
    void viewsGetTheCampaignOfTheirAd() throws IOException {
        String ads =
                Files.writeString(directory.resolve("ads.csv"), "a1,spring\n").toString();
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("views", Spouts.of(List.of(new View("a1", 5))));
        builder.setBolt(
                        "campaigns",
                        Bolts.lookup(Tables.file(ads).columns("ad", "campaign"), "ad")
                                .keeping("time"),
                        2)
                .localOrShuffle("views");
        try (TopologyTest test = TopologyTest.of(builder.build()).start()) {
            test.run();
            assertThat(test.output("campaigns")).containsExactly(List.of(5L, "spring"));
        }
    }

    @Test
    void theBlockOfThePageIsHere() throws IOException {
        String[] blocks = Files.readString(PAGE).split("```java\n");
        assertThat(blocks).hasSize(2);
        assertThat(withoutSpace(Files.readString(THIS)))
                .contains(withoutSpace(blocks[1].split("```")[0]));
    }

    private static String withoutSpace(String text) {
        return text.replaceAll("\\s+", "");
    }
}
