// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Needs what netlab needs, which its own check says. */
@Timeout(60)
class LabTest {

    @BeforeEach
    void check() throws InterruptedException {
        assumeTrue(canRun(), "netlab cannot run here");
    }

    private static boolean canRun() throws InterruptedException {
        try {
            Process check = new ProcessBuilder("python3", "netlab/netlab.py", "check")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return check.waitFor(20, TimeUnit.SECONDS) && check.exitValue() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void sitesOfAListHaveAsManyHostsAsWanted(@TempDir Path directory) throws IOException {
        try (Lab lab = Lab.sites(List.of("east", "west"), 3, 20, 0, "")) {
            assertThat(lab.hosts()).containsExactly("east", "east-2", "east-3", "west", "west-2", "west-3");
            assertThat(lab.at("west")).containsExactly("west", "west-2", "west-3");
            assertThat(lab.address(Lab.HUB)).isNotNull();
            lab.rtt("east", "west", 60);
            lab.rate("east", "west", 100);
            lab.hostRate("east", 50);
            Path trace = directory.resolve("trace.csv");
            Files.writeString(trace, "time,a,b,rtt,rate,loss\n0,east,west-2,5ms,,\n");
            lab.play(trace);
            Files.writeString(trace, "time,a,b,rtt,rate,loss\n0,east,north,5ms,,\n");
            assertThatThrownBy(() -> lab.play(trace)).hasMessageContaining("entry 1 of the trace: unknown host: north");
        }
    }

    @Test
    void twoSitesShareALinkWhoseRateCanBeSet() throws IOException {
        try (Lab lab = Lab.between("west", 2, "east", 20, "sea", true, 0, "")) {
            assertThat(lab.hosts()).containsExactly("east", "west", "west-2");
            lab.pair("west,west-2", "east", "--rate", "20mbit", "--loss", "1%");
            lab.link("sea", "10mbit");
            assertThatThrownBy(() -> lab.link("land", "10mbit")).hasMessageContaining("unknown link 'land'");
            assertThatThrownBy(() -> lab.pair("west", "north", "--rtt", "5ms")).hasMessageContaining("north");
        }
    }

    @Test
    void aProcessOfAHostStartsOthersOnAnotherHostWithItsPipe(@TempDir Path directory) throws IOException {
        try (Lab lab = Lab.alike(List.of("east", "west"), 0, "")) {
            List<String> onWest = lab.on("west", List.of("sh", "-c", "echo $NETLAB_HOST; exec cat"));
            Path script = directory.resolve("script");
            Files.writeString(script, "exec '" + String.join("' '", onWest) + "'\n");
            Process process = new ProcessBuilder(lab.on(Lab.HUB, List.of("sh", script.toString())))
                    .redirectErrorStream(true)
                    .start();
            try (OutputStream pipe = process.getOutputStream()) {
                pipe.write("through\n".getBytes(StandardCharsets.UTF_8));
            }

            // The end of the pipe ends the process
            assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo("west\nthrough\n");
        }
    }

    @Test
    void hostsThatAreAlikeHaveOneRoundTripTime() throws IOException {
        try (Lab lab = Lab.alike(List.of("a", "b", "c"), 0, "")) {
            assertThat(lab.isAlike()).isTrue();
            assertThat(lab.hosts()).containsExactly("a", "b", "c");
            lab.rtt(7);
            lab.rtt(0);
            assertThat(Lab.Status.parse(answer(lab.command("status")))).isEqualTo(lab.status());
        }
        try (Lab lab = Lab.sites(List.of("east", "west"), 1, 20, 0, "")) {
            assertThat(lab.isAlike()).isFalse();
        }
    }

    private static String answer(List<String> command) throws IOException {
        Process process = new ProcessBuilder(command).start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void sitesOfAPresetToo() throws IOException {
        try (Lab lab = Lab.preset("eu", 2, 2, 0, "")) {
            assertThat(lab.hosts()).containsExactly("frankfurt", "frankfurt-2", "london", "london-2");
        }
        assertThatThrownBy(() -> Lab.preset("eu", 9, 1, 0, "")).hasMessage("preset eu has 8 sites, not 9");
    }
}
