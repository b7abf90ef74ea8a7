// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.error.TopologyException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whoever reads logs, errors and the stored topology does not learn how to get into the database. */
class JdbcSecretsTest {

    private static final String INSERT = "insert into words values (:word)";

    @TempDir
    private Path directory;

    private final FakeTask task = new FakeTask(0, "t-1");

    @AfterEach
    void behave() {
        FaultyDriver.behave();
    }

    private static String printed(Throwable error) {
        StringWriter text = new StringWriter();
        error.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:faulty:h2:mem:a;PASSWORD=geheim",
                "jdbc:faulty:h2:mem:a?user=u&sslpassword=geheim",
                "jdbc:faulty:h2://u:geheim@db/x",
                "jdbc:faulty:h2:u/geheim@db:1521/x"
            })
    void aDriverThatTellsTheUrlOrThePasswordIsNotRepeated(String url) {
        FaultyDriver.follow((call, done) -> {
            throw new SQLException("refused: " + url, "28000", new IOException("cannot log in with geheim"));
        });
        JdbcSink sink = JdbcSink.to(url).statement(INSERT).batchRows(1);
        sink.prepare(task.context(), task.out());

        sink.execute(FakeTask.tuple("word", "a"));

        assertThat(task.reported)
                .singleElement()
                .satisfies(error -> assertThat(printed(error))
                        .contains("refused: *** (SQLSTATE 28000): check user and password")
                        .doesNotContain("geheim"));
        sink.close();
    }

    @ParameterizedTest
    @CsvSource({
        "jdbc:postgresql://db:5432/shop?user=u&password=geheim, jdbc:postgresql://db:5432/shop",
        "jdbc:sqlserver://db:1433;user=u;password=geheim, jdbc:sqlserver://db:1433",
        "jdbc:mysql://u:ge@he/im@db/shop, jdbc:mysql://db/shop",
        "jdbc:mysql://u:ge?heim@db/shop, jdbc:mysql://",
        "jdbc:mysql://u:ge;heim@db/shop, jdbc:mysql://",
        "jdbc:mysql://(host=db;password=geheim)/shop, jdbc:mysql://",
        "jdbc:mysql://address=(host=db)(password=geheim)/shop, jdbc:mysql://",
        "jdbc:oracle:thin:u/geheim@//db:1521/shop, jdbc:oracle:thin://db:1521/shop",
        "jdbc:h2:tcp://db/~/shop, jdbc:h2:tcp://db/~/shop",
        "jdbc:h2:file:/data/shop, jdbc:h2:file:/data/shop"
    })
    void noMessageShowsAUrlWithItsPassword(String url, String shown) {
        assertThat(JdbcTarget.of(url)).hasToString(shown);
    }

    @Test
    void aPasswordOfTheNodeIsInNoStoredTopologyAndOpensTheDatabase() throws IOException, SQLException {
        Path file = Files.writeString(directory.resolve("password"), "geheim\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        try (java.sql.Connection keeper = DriverManager.getConnection("jdbc:h2:mem:secrets", "u", "geheim")) {
            keeper.createStatement().execute("create table words (word varchar(10))");
            JdbcSink sink = JdbcSink.to("jdbc:h2:mem:secrets")
                    .user("u")
                    .password("${file:" + file + "}")
                    .statement(INSERT)
                    .batchRows(1);
            sink.prepare(task.context(), task.out());

            sink.execute(FakeTask.tuple("word", "a"));

            assertThat(task.reported).isEmpty();
            assertThat(task.acked).hasSize(1);
            assertThat(stored(sink)).doesNotContain("geheim");
            sink.close();
        }
    }

    private static String stored(JdbcSink sink) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(sink);
        }
        return bytes.toString(StandardCharsets.ISO_8859_1);
    }

    @Test
    void aPasswordThatOtherAccountsCanReadIsRefused() throws IOException {
        Path file = Files.writeString(directory.resolve("password"), "geheim");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        JdbcSink sink =
                JdbcSink.to("jdbc:h2:mem:x").password("${file:" + file + "}").statement(INSERT);

        assertThatThrownBy(() -> sink.prepare(task.context(), task.out()))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("the property 'password' for jdbc:h2:mem:x")
                .hasMessageContaining("chmod 600 " + file);
    }
}
