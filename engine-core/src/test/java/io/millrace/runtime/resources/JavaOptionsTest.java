package io.millrace.runtime.resources;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class JavaOptionsTest {

    @TempDir
    private Path directory;

    @Test
    void javaReadsThemAsTheyAreAndNoCommandLineHasThem() throws Exception {
        List<String> options = List.of("-Da.b=c:\\d\"e'#@f", "-Dstore.password=geheim", "-Xmx16m");

        String argument = JavaOptions.write(directory, options);

        assertThat(argument).isEqualTo("@" + directory.resolve("java.options")).doesNotContain("geheim");
        Process java = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        argument,
                        "-XshowSettings:properties",
                        "-version")
                .redirectErrorStream(true)
                .start();
        String said = new String(java.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(java.waitFor()).as(said).isZero();
        assertThat(said).contains("a.b = c:\\d\"e'#@f\n", "store.password = geheim\n");
    }

    @Test
    void thereMayBeNone() throws Exception {
        Process java = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        JavaOptions.write(directory, List.of()),
                        "-version")
                .start();
        assertThat(java.waitFor()).isZero();
    }
}
