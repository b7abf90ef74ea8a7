// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SecretSettingsTest {

    private static final int LENGTH = 1 << (Boolean.getBoolean("millrace.long") ? 20 : 18);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "app.password",
                "app.db.Password",
                "app.dbpass",
                "app.mysql_pwd",
                "app.oauth.clientSecret",
                "app.TOKEN",
                "app.s3.credentials",
                "app.accessKey",
                "app.api-key",
                "zookeeper.auth",
                "app.basicAuth",
                "app.http.Authorization"
            })
    void aSettingOfAnAuthorWithSuchANameIsNotShown(String key) {
        assertThat(SecretSettings.shown(key, "hidden")).isEqualTo("(set)");
        assertThat(SecretSettings.shown(key, "")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "jdbc:postgresql://me:hidden@db/x?ssl=on | jdbc:postgresql://me:(set)@db/x?ssl=on",
                "https://me:hid@den@host:80/a | https://me:(set)@host:80/a",
                "jdbc:mysql://db/x?user=me&password=hidden&ssl=on | jdbc:mysql://db/x?user=me&password=(set)&ssl=on",
                "jdbc:sqlserver://db;user=me;password=hidden;x=1 | jdbc:sqlserver://db;user=me;password=(set);x=1",
                "username=\"me\" password=\"hid den\"; | username=\"me\" password=(set);",
                "{\"password\": \"hidden\"} | {\"password\": (set)}",
                "s3://me:hid/d?e#n@host/a | s3://me:(set)@host/a",
                "https://me:(set)@host/a@b | https://me:(set)@host/a@b",
                "app --password hidden --port 3 | app --password (set) --port 3",
                "-Dzookeeper.auth=me:hidden -Xmx1g | -Dzookeeper.auth=(set) -Xmx1g",
                "app.author=me | app.author=me",
                "http://host:8080/path@x | http://host:8080/path@x",
                "http://[::1]:8080/path@x | http://[::1]:8080/path@x",
                "http://host:8080/path | http://host:8080/path",
                "a plain text, 3 | a plain text, 3"
            })
    void inOtherValuesPasswordsAreNotShown(String value, String shown) {
        assertThat(SecretSettings.shown("app.url", value)).isEqualTo(shown);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "-Dx.password=hid,den -Xmx1g | -Dx.password=(set) -Xmx1g",
                "-Dx.password=hid;den -Xmx1g | -Dx.password=(set) -Xmx1g",
                "-Dx.password=hid&den -Xmx1g | -Dx.password=(set) -Xmx1g",
                "-Dx.password=hid\"den -Xmx1g | -Dx.password=(set) -Xmx1g",
                "-Dx.password=\"hidden\"hidden -Xmx1g | -Dx.password=(set) -Xmx1g",
                "run --password hidden image | run --password (set) image",
                "run -p hidden image | run -p (set) image",
                "run --db-token 'hid den' image | run --db-token (set) image",
                "run --password --rm image | run --password --rm image",
                "-XX:+UseG1GC -Xmx1g -Da=b,c | -XX:+UseG1GC -Xmx1g -Da=b,c"
            })
    void inOptionsASecretEndsWithItsWord(String value, String shown) {
        for (String key : List.of(
                "topology.worker.options",
                "engine.java.options",
                "engine.container.command",
                "engine.container.kill")) {
            assertThat(SecretSettings.shown(key, value)).as(key).isEqualTo(shown);
        }
    }

    @Test
    void locationsOfSnapshotsAreShownWithoutPasswords() {
        for (String key : List.of("topology.state.dir", "topology.savepoint.from")) {
            assertThat(SecretSettings.shown(key, "s3://me:hidden@host/a?secretKey=hidden&region=x"))
                    .isEqualTo("s3://me:(set)@host/a?secretKey=(set)&region=x");
        }
    }

    /** Each text would take minutes, and in the long form hours, in time that grows with the square of the length. */
    @ParameterizedTest
    @ValueSource(
            strings = {"a", "pass", "auth", "auth.", "-p", "//", "//a:b", "//a:", "a@", "pass ", "pass= ", "'", "-"})
    @Timeout(60)
    void aLongTextIsShown(String part) {
        String text = part.repeat(LENGTH / part.length());
        assertThat(SecretSettings.shownText(text)).isNotEmpty();
        assertThat(SecretSettings.shownOptions(text + "=hidden")).isNotEmpty();
        assertThat(SecretSettings.shownText("password=\"" + text)).isNotEmpty();
    }

    @Test
    void keysOfTheEngineSayWhatIsShown() {
        assertThat(SecretSettings.shown(Map.of(
                        "engine.environment", "PATH, DBPASS=hid=den, MODE=hidden",
                        "engine.java.options", "-Xmx1g -Djavax.net.ssl.keyStorePassword=hidden",
                        "topology.worker.options", "-Dapp.secret=hidden -XX:+UseG1GC",
                        "topology.seed", "7")))
                .isEqualTo(Map.of(
                        "engine.environment", "PATH, DBPASS=(set), MODE=(set)",
                        "engine.java.options", "-Xmx1g -Djavax.net.ssl.keyStorePassword=(set)",
                        "topology.worker.options", "-Dapp.secret=(set) -XX:+UseG1GC",
                        "topology.seed", "7"));
    }

    @Test
    void neitherTheTextOfSettingsNorTheErrorOfAWrongValueHasSecrets() {
        Config config = Config.empty().with("app.password", "hidden").with("zookeeper.auth", "me:hidden");
        assertThat(config.toString()).doesNotContain("hidden");
        assertThat(config.get("app.password", "")).isEqualTo("hidden");
        assertThatThrownBy(() -> EngineKeys.ENVIRONMENT.read("DBPASS=hidden, 1=2"))
                .hasMessageStartingWith("engine.environment is set wrongly: it takes names");
    }
}
