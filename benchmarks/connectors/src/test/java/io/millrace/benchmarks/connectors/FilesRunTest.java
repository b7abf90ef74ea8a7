// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.connectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Both sides of the cells that need nothing but a directory, shortly. */
class FilesRunTest {

    private static final int BYTES = 100;
    private static final int MESSAGES = 1_000;

    @TempDir
    private Path directory;

    private Job job(Connector connector, boolean bare, long messages) {
        return new Job(connector, bare, BYTES, messages, 20, 1, 60, directory.toString(), "");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aSourceIsReadSeveralTimesAndWhole(boolean bare) throws Exception {
        FilesReading.fill(directory, new Messages(BYTES), MESSAGES);

        Outcome outcome = ConnectorsMain.run(job(Connector.FILES_SOURCE, bare, MESSAGES));

        assertThat(outcome.events()).isPositive();
        assertThat(outcome.events() % MESSAGES).isZero();
        assertThat(outcome.nanos()).isPositive();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatASinkHasCommittedIsThere(boolean bare) throws Exception {
        Outcome outcome = ConnectorsMain.run(job(Connector.FILES_SINK, bare, 0));

        assertThat(outcome.events()).isPositive();
        assertThat(outcome.nanos()).isPositive();
    }

    @Test
    void aSourceThatLosesMessagesHasFailed() throws Exception {
        FilesReading.fill(directory, new Messages(BYTES), MESSAGES - 1);

        assertThatThrownBy(() -> ConnectorsMain.run(job(Connector.FILES_SOURCE, true, MESSAGES)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("of 1000 messages only 999 were read");
    }
}
