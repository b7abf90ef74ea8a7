// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.error.TopologyException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class SecretsTest {

    @TempDir
    private Path directory;

    private final Secrets secrets = new Secrets(Map.of("DB_PASSWORD", "ge$1heim", "EMPTY", ""));

    private Path file(String content, String mode) throws IOException {
        Path file = Files.writeString(directory.resolve("secret"), content);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    }

    @Test
    void referencesStandForWhatTheNodeHas() throws IOException {
        Path file = file("line\nother\r\n\n", "r--r-----");

        assertThat(secrets.resolve("it", "a ${env:DB_PASSWORD} b ${file:" + file + "} ${other:c} $ ${env:EMPTY}"))
                .isEqualTo("a ge$1heim b line\nother ${other:c} $ ");
    }

    @Test
    void whatIsMissingIsNamedInOneLine() {
        assertThatThrownBy(() -> secrets.resolve("the password of x", "${env:NOT_THERE}"))
                .isInstanceOf(TopologyException.class)
                .hasMessage(
                        "the environment of the worker has no NOT_THERE, which is to have the password of x: set it for"
                                + " the supervisor");
        assertThatThrownBy(() -> secrets.resolve("the password of x", "${file:/not/there}"))
                .isInstanceOf(TopologyException.class)
                .hasMessage(
                        "the file '/not/there', which is to have the password of x, is not on this node: make it with"
                                + " mode 0600");
        assertThatThrownBy(() -> secrets.resolve("the password of x", "${file:there}"))
                .hasMessageContaining("write ${file:/path}");
        assertThatThrownBy(() -> secrets.resolve("the password of x", "${file:" + directory + "}"))
                .hasMessageContaining("is no file");
        assertThatThrownBy(() -> secrets.resolve("the password of x", "${file:/a\0b}"))
                .hasMessageContaining("cannot be read");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-r--r--", "rw-rw----", "rw-----w-"})
    void aFileThatOthersCanReadOrChangeIsRefused(String mode) throws IOException {
        Path file = file("geheim", mode);

        assertThatThrownBy(() -> secrets.resolve("it", "${file:" + file + "}"))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("chmod 600 " + file)
                .message()
                .doesNotContain("geheim");
    }

    @Test
    void aPipeIsNotWaitedForAndALargeFileNotRead() throws Exception {
        Path pipe = directory.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", "-m", "600", pipe.toString())
                        .start()
                        .waitFor())
                .isZero();
        assertThatThrownBy(() -> secrets.resolve("it", "${file:" + pipe + "}")).hasMessageContaining("is no file");
        Path large = file("x".repeat(65_537), "rw-------");
        assertThatThrownBy(() -> secrets.resolve("it", "${file:" + large + "}"))
                .hasMessageContaining("is 65537 bytes: name a file of up to 65536 bytes");
    }

    @Test
    void messagesAndCausesTellNone() {
        secrets.resolve("it", "${env:DB_PASSWORD} ${env:EMPTY}");
        secrets.hideAlso("heim");

        assertThat(secrets.hide("at home with ge$1heim, heim")).isEqualTo("at home with ***, ***");
        TopologyException harmless = new TopologyException("down", new IOException("no route"));
        assertThat(secrets.hide(harmless)).isSameAs(harmless);
        IOException cause = new IOException("refused");
        cause.addSuppressed(new IOException("logged in by ge$1heim"));
        StringWriter printed = new StringWriter();
        secrets.hide(new TopologyException("down", cause)).printStackTrace(new PrintWriter(printed));
        assertThat(printed.toString()).contains("down").doesNotContain("heim");
    }
}
