// SPDX-License-Identifier: Apache-2.0
package io.millrace.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;

/** The README's main job, as a newcomer runs it. */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DemoIT {

    private Installed installed;

    @BeforeEach
    void install(TestInfo test) {
        installed = new Installed("demo-" + test.getTestMethod().orElseThrow().getName());
    }

    @AfterEach
    void nothingIsLeft() {
        try (Installed ended = installed) {
            assertThat(ended.processes()).isEmpty();
            assertThat(ended.files()).isEmpty();
        }
    }

    @Tag("long")
    @Test
    void countsExactlyInTwoWorkers() throws Exception {
        Path text =
                Files.writeString(installed.directory().resolve("text.txt"), "To be, or not to be.\n".repeat(20_000));

        Program demo = installed.run(0, "demo", "--no-kill", "--input", text.toString(), "--rate", "0");

        assertThat(demo.out())
                .contains("exact: 120,000 words, 4 different ones")
                .containsPattern("40,000  be")
                .containsPattern("sentences/s +words/s +p50 +p99 +direct +queue +ring +net +work left");
        assertThat(demo.err()).isEmpty();
    }

    @Test
    void killsAWorkerAndCountsExactly() throws Exception {
        Program demo = installed.run(
                0,
                "demo",
                "--repeat",
                "1000",
                "--rate",
                "30000",
                "--input",
                lines(120).toString());

        assertThat(demo.out())
                .containsPattern("kill -9 of worker w2, process \\d+")
                .containsPattern("worker w2 was replaced: process \\d+ is gone")
                .contains("exact: 600,000 words", "workers that died and were replaced: 1");
    }

    @Test
    void leavesNothingOnCtrlC() {
        try (Program demo = installed.start(
                "demo", "--repeat", "100000", "--input", lines(120).toString())) {
            demo.awaitOut("worker w1 runs in process");
            demo.awaitOut("worker w2 runs in process");

            demo.signal("INT");

            assertThat(demo.awaitExit()).as(demo.evidence()).isEqualTo(130);
            assertThat(demo.out()).contains("stopped: ending the workers and removing all files");
        }
    }

    private Path lines(int count) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            text.append("line ").append(i).append(" of the text\n");
        }
        try {
            return Files.writeString(installed.directory().resolve("text.txt"), text);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
