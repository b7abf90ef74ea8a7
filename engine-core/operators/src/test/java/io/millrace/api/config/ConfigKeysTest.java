// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.config;

import static io.millrace.api.Samples.problems;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Unknown keys and values out of range are refused before anything is started with them. */
class ConfigKeysTest {

    private static final ConfigKey<Boolean> OTHER = ConfigKey.flag("cluster.fast", false, "For tests.");

    private static List<String> checked(String key, String value) {
        return problems(() -> ConfigKeys.check(Config.of(Map.of(key, value)), TopologyKeys.all(), List.of(OTHER)));
    }

    @Test
    void acceptsKnownKeysAndTheAuthorsOwn() {
        assertThat(checked("topology.workers", " 3 ")).isEmpty();
        assertThat(checked("cluster.fast", "true")).isEmpty();
        assertThat(checked("app.colour", "any\ntext")).isEmpty();
    }

    @Test
    void exactlyOnceIsOneLine() {
        Config config = Config.exactlyOnce("s3://state/orders");
        assertThat(config.get(TopologyKeys.GUARANTEE)).isEqualTo(Guarantee.EXACTLY_ONCE);
        assertThat(config.get(TopologyKeys.STATE_DIR)).isEqualTo("s3://state/orders");
        assertThat(problems(() -> Config.exactlyOnce(" ")))
                .containsExactly("topology.state.dir is missing: name the directory or store for snapshots");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "topology.worker | did you mean 'topology.workers'?",
                "workers | did you mean 'topology.workers'?",
                "topology.message.timeout.secs | did you mean 'topology.message.timeout'?",
                "Topology.Workers | did you mean 'topology.workers'?",
                "cluster.fats | did you mean 'cluster.fast'?",
                "colour | settings of your own start with 'app.', such as 'app.colour'",
                "app. | settings of your own start with 'app.', such as 'app.name'",
                "'' | settings of your own start with 'app.', such as 'app.name'"
            })
    void namesTheNearestKnownKey(String key, String remedy) {
        assertThat(checked(key, "1")).containsExactly("unknown setting '" + key + "': " + remedy);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "topology.workers | 0 | integer, 1 to 10000",
                "topology.workers | 99999999999 | integer, 1 to 10000",
                "topology.workers | two | integer, 1 to 10000, in decimal digits without a leading zero",
                "topology.guarantee | sometimes | at-most-once, at-least-once, exactly-once",
                "topology.snapshot.keep | 1 | integer, 2 to 100",
                "topology.snapshot.tolerated.failures | -2 | integer, -1 to 1000000",
                "topology.on.snapshot.failure | kill | continue, stop",
                "topology.message.timeout | 9 ms | duration, 10 ms to 24 h",
                "topology.message.timeout | 30 | duration, 10 ms to 24 h",
                "topology.message.timeout | 30 days | duration, 10 ms to 24 h",
                "topology.message.timeout | 99999999999 h | duration, 10 ms to 24 h",
                "topology.message.timeout | -1 s | duration, 10 ms to 24 h",
                "topology.spout.poll | 0 s | duration, 1 us to 24 h",
                "topology.spout.poll | never | duration, 1 us to 24 h",
                "topology.ring.bytes | 4 MB | bytes, 64 KiB to 512 MiB",
                "topology.ring.bytes | 2 GiB | bytes, 64 KiB to 512 MiB",
                "topology.ring.bytes | '' | bytes, 64 KiB to 512 MiB, in decimal digits without a leading zero",
                "topology.worker.heap | 256 m | size as java -Xmx takes it, 16m to 1t",
                "topology.worker.heap | 256mb | size as java -Xmx takes it, 16m to 1t",
                "topology.worker.heap | 1m | size as java -Xmx takes it, 16m to 1t",
                "topology.worker.heap | lots | size as java -Xmx takes it, 16m to 1t",
                "topology.seed | -1 | integer, 0 to 9223372036854775807",
                "topology.seed | 4 KiB | integer, 0 to 9223372036854775807, in decimal digits without a leading zero",
                "topology.serialization.classes | com.x.A, com.x.A"
                        + " | distinct full names of classes, separated by commas",
                "topology.serialization.classes | com.x.A,,B | distinct full names of classes, separated by commas",
                "topology.serialization.classes | com/x/A | distinct full names of classes, separated by commas",
                "topology.worker.options | -Xss1m -Xmx2g | options of java, separated by spaces, the first starting"
                        + " with '-', but not -Xmx (topology.worker.heap)",
                "topology.worker.options | Xss1m | options of java, separated by spaces, the first starting"
                        + " with '-', but not -Xmx (topology.worker.heap)",
                "cluster.fast | yes | true or false"
            })
    void namesTheRange(String key, String value, String range) {
        assertThat(checked(key, value)).containsExactly(key + " is '" + value + "': it takes " + range);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "topology.worker.heap | 2G",
                "topology.worker.heap | 268435456",
                "topology.worker.options | --add-opens java.base/java.nio=ALL-UNNAMED -Xss1m",
                "topology.serialization.classes | com.x.A, com.x.A$B",
                "topology.message.timeout | 1 min",
                "topology.ring.bytes | 64kib",
                "topology.ring.bytes | 65536"
            })
    void takesWhatPeopleWrite(String key, String value) {
        assertThat(checked(key, value)).isEmpty();
    }

    @Test
    void reportsAllMistakesTogether() {
        Config config = Config.of(Map.of("topology.workers", "0", "topology.inbox", "7"));
        assertThat(problems(() -> ConfigKeys.check(config, TopologyKeys.all())))
                .containsExactly(
                        "unknown setting 'topology.inbox': did you mean 'topology.task.inbox'?",
                        "topology.workers is '0': it takes integer, 1 to 10000");
    }

    @Test
    void everyKeysDefaultReadsBackAsItIsWritten() {
        assertThat(TopologyKeys.all()).allSatisfy(ConfigKeysTest::defaultReadsBack);
        assertThat(TopologyKeys.all()).extracting(ConfigKey::name).doesNotHaveDuplicates();
        assertThat(TopologyKeys.all()).containsAll(TopologyKeys.ofComponents());
    }

    private static <T> void defaultReadsBack(ConfigKey<T> key) {
        assertThat(key.read(key.write(key.defaultValue()))).isEqualTo(key.defaultValue());
        assertThat(key.defaultValue()).isEqualTo(key.read(key.defaultText()));
        assertThat(key.doc()).endsWith(".");
    }

    @Test
    void aTypedValueIsCheckedWhenItIsSet() {
        Config config = Config.empty()
                .with(TopologyKeys.MESSAGE_TIMEOUT, Duration.ofMillis(1500))
                .with(TopologyKeys.GUARANTEE, Guarantee.AT_MOST_ONCE)
                .with(TopologyKeys.RING_BYTES, 1L << 20)
                .with("app.x", 5);
        assertThat(config.asMap())
                .isEqualTo(Map.of(
                        "topology.message.timeout", "1500 ms",
                        "topology.guarantee", "at-most-once",
                        "topology.ring.bytes", "1048576",
                        "app.x", "5"));
        assertThat(config.get(TopologyKeys.MESSAGE_TIMEOUT)).isEqualTo(Duration.ofMillis(1500));
        assertThat(problems(() -> Config.empty().with(TopologyKeys.WORKERS, 0)))
                .containsExactly("topology.workers is '0': it takes integer, 1 to 10000");
        assertThat(problems(() -> Config.empty().with(TopologyKeys.MESSAGE_TIMEOUT, Duration.ofDays(1_000_000))))
                .containsExactly(
                        "topology.message.timeout is '9223372036854775807 ns': it takes duration, 10 ms to" + " 24 h");
    }

    @Test
    void refusesNulls() {
        Map<String, String> withNull = new HashMap<>();
        withNull.put("app.a", null);
        String mistake = "app.a is null: give it a value, or leave it out to have the default";
        assertThat(problems(() -> Config.of(withNull))).containsExactly(mistake);
        assertThat(problems(() -> Config.empty().with("app.a", null))).containsExactly(mistake);
        assertThat(problems(() -> Config.empty().with((String) null, 1)))
                .containsExactly("a setting's key is null: name the setting");
        assertThat(problems(() -> Config.empty().with(TopologyKeys.WORKERS, null)))
                .containsExactly("topology.workers is null: give it a value, or leave it out to have the default");
    }

    @Test
    void laterSettingsLieOverEarlierOnes() {
        Config low = Config.empty().with("app.a", 1).with("app.b", 1);
        Config high = Config.empty().with("app.b", 2);
        assertThat(low.with(high).asMap()).isEqualTo(Map.of("app.a", "1", "app.b", "2"));
        assertThat(low.get("app.c", "none")).isEqualTo("none");
    }
}
