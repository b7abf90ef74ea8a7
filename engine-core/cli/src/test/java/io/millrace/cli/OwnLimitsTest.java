// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnLimitsTest {

    @TempDir
    private Path directory;

    private Path status(int account) throws IOException {
        return Files.writeString(
                directory.resolve("status"), "Name:\tjava\nUid:\t" + account + "\t" + account + "\t0\t0\n");
    }

    @Test
    void aLimitThatIsTooLowIsNamedWithItsRemedy() throws IOException {
        Path limits = Files.writeString(directory.resolve("limits"), """
                Limit                     Soft Limit           Hard Limit           Units
                Max open files            64                   64                   files
                """);

        assertThat(OwnLimits.problem(limits))
                .hasValue("this process may open at most 64 files, and needs 100: raise it by 'ulimit -n', LimitNOFILE"
                        + " of the systemd unit, or nofile of the container");
    }

    @Test
    void aUsualLimitOrNoneIsNoProblem() throws IOException {
        Path limits = directory.resolve("limits");
        assertThat(OwnLimits.problem(limits)).isEmpty();
        Files.writeString(limits, "Max open files            1024                 unlimited            files\n");
        assertThat(OwnLimits.problem(limits)).isEmpty();
        Files.writeString(limits, "Max open files            unlimited            unlimited            files\n");
        assertThat(OwnLimits.problem(limits)).isEmpty();
    }

    @Test
    void tooFewProcessesAreNamedForAClusterUnlessTheAccountIsRoot() throws IOException {
        Path limits = Files.writeString(directory.resolve("limits"), """
                Limit                     Soft Limit           Hard Limit           Units
                Max processes             60                   60                   processes
                Max open files            1024                 1024                 files
                """);

        assertThat(OwnLimits.problemOfCluster(limits, status(1000)))
                .hasValue(
                        "this account may have at most 60 processes and threads, and a cluster needs 150 of them: raise"
                                + " it by 'ulimit -u', LimitNPROC and TasksMax of the systemd unit, or pids of the container,"
                                + " or end other processes of the account");
        assertThat(OwnLimits.problemOfCluster(limits, status(0))).isEmpty();
        assertThat(OwnLimits.problem(limits))
                .as("a command that asks a cluster")
                .isEmpty();
    }

    @Test
    void aThreadThatCannotBeMadeIsTold() {
        OutOfMemoryError error = new OutOfMemoryError(
                "unable to create native thread: possibly out of memory or process/resource limits reached");
        assertThat(OwnLimits.problem(new IllegalStateException(error)).orElseThrow())
                .startsWith("this account may not have another thread: raise it by 'ulimit -u'");
        assertThat(OwnLimits.problem(new OutOfMemoryError("Java heap space"))).isEmpty();
    }
}
