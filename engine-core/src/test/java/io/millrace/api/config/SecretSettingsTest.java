package io.millrace.api.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SecretSettingsTest {

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
                "app.api-key"
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
                "http://host:8080/path | http://host:8080/path",
                "a plain text, 3 | a plain text, 3"
            })
    void inOtherValuesPasswordsAreNotShown(String value, String shown) {
        assertThat(SecretSettings.shown("app.url", value)).isEqualTo(shown);
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
        Config config = Config.empty().with("app.password", "hidden");
        assertThat(config.toString()).doesNotContain("hidden");
        assertThat(config.get("app.password", "")).isEqualTo("hidden");
        assertThatThrownBy(() -> EngineKeys.ENVIRONMENT.read("DBPASS=hidden, 1=2"))
                .hasMessageStartingWith("engine.environment is set wrongly: it takes names");
    }
}
