// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.elastic;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.benchmarks.machine.Options;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The whole benchmark, with short times, so that whether bars are met says nothing. */
@Timeout(90)
class ElasticIT {

    @Test
    void bothPartsSayWhatTheySaw() throws Exception {
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        try (PrintStream out = new PrintStream(written, true, StandardCharsets.UTF_8)) {
            ElasticBenchmark.run(new Options(ElasticBenchmark.USAGE, "--quick", "--kind=threads", "--service=20"), out);
        } catch (IOException e) {
            assertThat(e).hasMessageStartingWith("missed: ");
        }
        assertThat(written.toString(StandardCharsets.UTF_8))
                .contains(
                        "threads, 20 ms",
                        "first result of another engine",
                        "one engine again after",
                        "started",
                        "ended");
    }
}
