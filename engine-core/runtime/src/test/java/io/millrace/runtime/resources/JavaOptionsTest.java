// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.resources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.config.EngineKeys;
import io.millrace.api.config.TopologyKeys;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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

        List<String> arguments = JavaOptions.write(directory, TopologyKeys.WORKER_OPTIONS, options);

        assertThat(arguments).containsExactly("@" + directory.resolve("java.options"));
        assertThat(said(arguments)).contains("a.b = c:\\d\"e'#@f\n", "store.password = geheim\n");
    }

    private static String said(List<String> arguments) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(arguments);
        command.addAll(List.of("-XshowSettings:properties", "-version"));
        Process java = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(java.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(java.waitFor()).as(said).isZero();
        return said;
    }

    @Test
    void filesOfTheAuthorAreReadInTheirPlace() throws Exception {
        Path file = Files.writeString(directory.resolve("own"), "-Da=file -Db=file -Dc=file");

        List<String> arguments = JavaOptions.write(
                directory, TopologyKeys.WORKER_OPTIONS, List.of("-Da=before", "-Dp=geheim", "@" + file, "-Db=after"));

        assertThat(arguments).doesNotContain("-Dp=geheim").hasSize(3);
        assertThat(said(arguments)).contains("a = file\n", "b = after\n", "c = file\n", "p = geheim\n");
        assertThat(JavaOptions.write(directory, TopologyKeys.WORKER_OPTIONS, List.of("@" + file)))
                .containsExactly("@" + file);
    }

    @Test
    void aCharacterThatTheLocaleDoesNotHaveIsRefusedWithTheKey() {
        assertThatThrownBy(() -> JavaOptions.write(
                        directory, EngineKeys.JAVA_OPTIONS, List.of("-Dpassword=gehéim"), StandardCharsets.US_ASCII))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("engine.java.options has a character that US-ASCII")
                .hasMessageContaining("LANG=C.UTF-8")
                .hasMessageNotContaining("geh");
    }

    @Test
    void thereMayBeNone() throws Exception {
        assertThat(JavaOptions.write(directory, EngineKeys.JAVA_OPTIONS, List.of()))
                .isEmpty();
    }
}
