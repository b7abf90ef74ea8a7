// SPDX-License-Identifier: Apache-2.0
package io.millrace.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.joran.spi.JoranException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** conf/logback.xml with the properties that a daemon sets. */
class DaemonLogTest {

    private static final long MOST_BYTES = 4_096;

    @TempDir
    Path directory;

    private final LoggerContext context = new LoggerContext();

    @AfterEach
    void close() {
        context.stop();
    }

    @Test
    void aFileIsRotatedAtItsSizeAndOnePreviousOneIsKept() throws JoranException, IOException {
        Path file = directory.resolve("controller.log");
        context.putProperty("millrace.log.to", "file");
        context.putProperty("millrace.log.file", file.toString());
        context.putProperty("millrace.log.max.bytes", Long.toString(MOST_BYTES));
        Logger log = configured();

        for (int i = 0; i < 1_000; i++) {
            log.warn("line {}", i);
        }

        Path previous = directory.resolve("controller.log.1");
        assertThat(directory.toFile().list()).containsExactlyInAnyOrder("controller.log", "controller.log.1");
        assertThat(Files.size(file)).isLessThan(MOST_BYTES + 100);
        assertThat(Files.size(previous)).isBetween(MOST_BYTES, MOST_BYTES + 100);
        List<String> last = Files.readAllLines(file);
        assertThat(last.isEmpty() ? Files.readAllLines(previous) : last)
                .last()
                .asString()
                .endsWith("line 999");
    }

    @Test
    void withoutAFileNoneIsMade() throws JoranException {
        configured();

        assertThat(context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME).getAppender("stderr"))
                .isNotNull();
        assertThat(Path.of("millrace.log.file_IS_UNDEFINED")).doesNotExist();
    }

    /** Each logs, where nothing is wrong or the engine says it in a line, one of every try or channel. */
    @ParameterizedTest
    @ValueSource(strings = {"conf/logback.xml", "src/main/resources/logback.xml"})
    void librariesLogNoStacksOfNamesThatDoNotResolveAndNothingOfMissingHardwareAddresses(String file)
            throws JoranException {
        configured(Path.of(file));

        assertThat(context.getLogger("org.apache.zookeeper.client.StaticHostProvider")
                        .isErrorEnabled())
                .isFalse();
        assertThat(context.getLogger("io.netty.util.internal.MacAddressUtil").isWarnEnabled())
                .isFalse();
    }

    private Logger configured() throws JoranException {
        return configured(Path.of("conf", "logback.xml"));
    }

    private Logger configured(Path file) throws JoranException {
        context.setMDCAdapter(new LogbackMDCAdapter());
        JoranConfigurator configurator = new JoranConfigurator();
        configurator.setContext(context);
        configurator.doConfigure(file.toFile());
        return context.getLogger("test");
    }
}
