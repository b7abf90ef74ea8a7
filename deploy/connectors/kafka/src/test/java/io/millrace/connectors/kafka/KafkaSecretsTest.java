// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.millrace.api.config.Guarantee;
import io.millrace.api.error.TopologyException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.RoundRobinPartitioner;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whoever reads logs, errors and the stored topology does not learn how to get into Kafka. */
class KafkaSecretsTest {

    private static final String LOGIN = "org.apache.kafka.common.security.plain.PlainLoginModule";

    @TempDir
    private Path directory;

    private static KafkaSink sink(String jaas) {
        return KafkaSink.topic("localhost:1", "t")
                .property("security.protocol", "SASL_PLAINTEXT")
                .property("sasl.mechanism", "PLAIN")
                .property("ssl.keystore.password", "geheim")
                .property("ssl.key.password", "geheim")
                .property("my.interceptor.password", "geheim")
                .property("sasl.jaas.config", jaas);
    }

    /** The client logs all its settings too. */
    @Test
    void aClientThatCannotBeMadeTellsNoSecret() {
        FakeTask task = new FakeTask(0, 1, Guarantee.AT_LEAST_ONCE);
        PrintStream out = System.out;
        PrintStream err = System.err;
        ByteArrayOutputStream logged = new ByteArrayOutputStream();
        PrintStream captured = new PrintStream(logged, true, StandardCharsets.UTF_8);
        Throwable error;
        try {
            System.setOut(captured);
            System.setErr(captured);
            error = catchThrowable(() -> sink(LOGIN + " required username=\"u\" password=\"geheim\"")
                    .prepare(task.context(), task.boltOut()));
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
        StringWriter printed = new StringWriter();
        error.printStackTrace(new PrintWriter(printed));
        assertThat(error).isInstanceOf(TopologyException.class).hasMessageContaining("cannot write to the topic t");
        assertThat(printed.toString()).doesNotContain("geheim");
        assertThat(logged.toString(StandardCharsets.UTF_8)).doesNotContain("geheim");
    }

    @Test
    void whatAClientSaysOfASecretIsHidden() {
        ClientProperties properties = ClientProperties.of("localhost:1")
                .with("my.password", "geheim", Map.of())
                .with("ssl.keystore.location", "/etc/store", Map.of())
                .with("sasl.jaas.config", LOGIN + " required password=\"ge heim\";", Map.of());

        assertThat(properties
                        .errors()
                        .failure("cannot", new ConfigException("my.password", "geheim", "is short"), "it ends"))
                .hasMessageContaining("***")
                .hasMessageNotContaining("geheim")
                .hasNoCause();
        assertThat(properties.errors().failure("cannot", new ConfigException("at 'ge heim'"), "it ends"))
                .hasMessageNotContaining("heim");
        assertThat(properties.errors().failure("cannot", new ConfigException("no /etc/store"), "it ends"))
                .hasMessageContaining("no /etc/store")
                .hasCauseInstanceOf(ConfigException.class);
    }

    @Test
    void aSecretOfTheNodeIsInTheClientOnly() throws IOException {
        Path file = Files.writeString(directory.resolve("password"), "geheim\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        String jaas = LOGIN + " required username=\"${env:PATH}\" password=\"${file:" + file + "}\";";
        String resolved = LOGIN + " required username=\"" + System.getenv("PATH") + "\" password=\"geheim\";";
        ClientProperties properties = ClientProperties.of("localhost:1").with("sasl.jaas.config", jaas, Map.of());

        assertThat(properties.with(Map.of())).containsEntry("sasl.jaas.config", resolved);
        assertThat(properties.forAdmin(Set.of("sasl.jaas.config"))).containsEntry("sasl.jaas.config", resolved);
        ByteArrayOutputStream stored = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(stored)) {
            out.writeObject(properties);
        }
        assertThat(stored.toString(StandardCharsets.ISO_8859_1)).doesNotContain("geheim");

        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        assertThatThrownBy(() -> properties.with(Map.of()))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("chmod 600 " + file);
    }

    /** Errors hide the secret that the client was made with: its file may have another one by then, or be gone. */
    @Test
    void laterFailuresTellNoSecretOfTheNode() throws IOException {
        Path file = Files.writeString(directory.resolve("password"), "geheim");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        ClientErrors errors = ClientProperties.of("localhost:1")
                .with("my.login", "${file:" + file + "}", Map.of())
                .errors();
        Files.delete(file);
        FakeTask task = new FakeTask(0, 1, Guarantee.AT_LEAST_ONCE);
        MockProducer<byte[], byte[]> producer = new MockProducer<>(
                false, new RoundRobinPartitioner(), new ByteArraySerializer(), new ByteArraySerializer());
        SendingTask sending = new SendingTask(
                task.context(),
                task.boltOut(),
                producer,
                errors,
                new SendingTask.Setup(
                        "t",
                        input -> new OutRecord(0, null, new byte[1]),
                        SendingTask.OnFailure.FAIL_INPUT,
                        false,
                        1_000));
        sending.write(FakeTask.tuple("1"));
        producer.errorNext(new KafkaException("no access for geheim"));
        task.runCommands();
        assertThat(task.errors)
                .singleElement()
                .asString()
                .contains("cannot write to the topic t", "no access for ***")
                .doesNotContain("geheim");

        KafkaWriters writers = new KafkaWriters(
                id -> {
                    producer.initTransactionException = new KafkaException("no access for geheim");
                    return producer;
                },
                null,
                errors,
                "t",
                Duration.ZERO,
                System::nanoTime,
                failure -> {});
        assertThatThrownBy(() -> writers.open("id"))
                .hasMessageContaining("no access for ***")
                .hasMessageNotContaining("geheim")
                .hasNoCause();
    }

    @Test
    void referencesAreTheClientsIfItHasProvidersOfItsOwn() {
        ClientProperties properties = ClientProperties.of("localhost:1")
                .with("config.providers", "env", Map.of())
                .with("sasl.jaas.config", "${env:NOT_THERE}", Map.of());

        assertThat(properties.with(Map.of())).containsEntry("sasl.jaas.config", "${env:NOT_THERE}");
    }
}
