package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpenFilesTest {

    @TempDir
    private Path directory;

    @Test
    void aLimitThatIsTooLowIsNamedWithItsRemedy() throws IOException {
        Path limits = Files.writeString(directory.resolve("limits"), """
                Limit                     Soft Limit           Hard Limit           Units
                Max open files            64                   64                   files
                """);

        assertThat(OpenFiles.problem(limits))
                .hasValue("this process may open at most 64 files, and needs 100: raise it by 'ulimit -n', LimitNOFILE"
                        + " of the systemd unit, or nofile of the container");
    }

    @Test
    void aUsualLimitOrNoneIsNoProblem() throws IOException {
        Path limits = directory.resolve("limits");
        assertThat(OpenFiles.problem(limits)).isEmpty();
        Files.writeString(limits, "Max open files            1024                 unlimited            files\n");
        assertThat(OpenFiles.problem(limits)).isEmpty();
        Files.writeString(limits, "Max open files            unlimited            unlimited            files\n");
        assertThat(OpenFiles.problem(limits)).isEmpty();
    }
}
