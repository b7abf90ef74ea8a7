package io.millrace.runtime.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Fields;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.config.EngineKeys;
import io.millrace.runtime.codec.ValuesCodec;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.StreamRef;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The small parts of engines. */
class EngineUnitsTest {

    @TempDir
    Path directory;

    @Test
    void theFirstRestartIsAtOnceAndLaterPausesDouble() {
        RestartBackoff backoff = new RestartBackoff();
        assertThat(backoff.died()).isZero();
        assertThat(backoff.died()).isEqualTo(RestartBackoff.FIRST_NANOS);
        assertThat(backoff.died()).isEqualTo(2 * RestartBackoff.FIRST_NANOS);
        for (int i = 0; i < 100; i++) {
            assertThat(backoff.died()).isBetween(RestartBackoff.FIRST_NANOS, RestartBackoff.LONGEST_NANOS);
        }
        assertThat(backoff.died()).isEqualTo(RestartBackoff.LONGEST_NANOS);
        backoff.worked();
        assertThat(backoff.died()).isZero();
    }

    private static Tuple tuple(Object... values) {
        return new DataTuple(new StreamRef("a", 0, "default", Fields.of("x"), false), 1, 2, 0, values);
    }

    @Test
    void messagesWithTheSameValuesAreTheSame() {
        MessageDeaths deaths = new MessageDeaths(() -> new ValuesCodec(List.of()));
        assertThat(deaths.died(tuple((Object) new byte[] {1, 2}))).isFalse();
        assertThat(deaths.died(tuple((Object) new byte[] {1, 3}))).isFalse();
        assertThat(deaths.died(tuple((Object) new byte[] {1, 2}))).isFalse();
        assertThat(deaths.died(tuple((Object) new byte[] {1, 2}))).isTrue();
        assertThat(deaths.died(tuple((Object) new byte[] {1, 2}))).isFalse();

        Object unregistered = new Object();
        assertThat(deaths.died(tuple(unregistered))).isFalse();
        assertThat(deaths.died(tuple(unregistered))).isFalse();
        deaths.processed(tuple(unregistered));
        assertThat(deaths.died(tuple(unregistered))).isFalse();
    }

    @Test
    void theShareIsOfTheTimeOfReadyEngines() {
        long[] now = {0};
        EngineUse use = new EngineUse(() -> now[0]);
        assertThat(use.share()).isZero();
        use.changed(4, 0);
        now[0] = 100;
        use.changed(4, 2);
        now[0] = 200;
        assertThat(use.share()).isEqualTo(0.25);
        now[0] = 300;
        assertThat(use.share()).isEqualTo(0.5);
    }

    @Test
    void watermarksPassWhenTheMessagesBeforeThemHaveEnded() {
        List<String> passed = new ArrayList<>();
        HeldWatermarks watermarks = new HeldWatermarks();
        HeldWatermarks.Span first = watermarks.begun();
        watermarks.add(() -> passed.add("first"));
        HeldWatermarks.Span second = watermarks.begun();
        watermarks.add(() -> passed.add("second"));
        watermarks.ended(second);
        assertThat(passed).isEmpty();
        watermarks.ended(first);
        assertThat(passed).containsExactly("first", "second");
        watermarks.add(() -> passed.add("third"));
        assertThat(passed).hasSize(3);
    }

    @Test
    void variablesAreTakenByNameOrWithTheirValue() {
        Config config = Config.empty().with(EngineKeys.ENVIRONMENT, "PATH, MODE=fast=1 ,ABSENT");
        EngineEnvironment environment = new EngineEnvironment(config, Map.of("PATH", "/bin", "SECRET", "x"));
        assertThat(environment.all()).isEqualTo(Map.of("PATH", "/bin", "MODE", "fast=1"));
        assertThat(environment.given()).isEqualTo(Map.of("MODE", "fast=1"));
    }

    @Test
    void theCommandOfAContainerIsFilled() {
        ContainerCommand container = new ContainerCommand(
                Map.of("name", "n1", "image", "spots:1", "directory", "/dev/shm/x"),
                Map.of("MODE", "a b"),
                List.of("--fast", "two words"));
        assertThat(container.fill("podman run  --name={name} -v {directory}:{directory} --env={environment} {image} {arguments}"))
                .containsExactly(
                        "podman", "run", "--name=n1", "-v", "/dev/shm/x:/dev/shm/x", "--env=MODE=a b", "spots:1", "--fast",
                        "two words");
        assertThat(container.fill("docker kill {name}")).containsExactly("docker", "kill", "n1");
    }

    @Test
    void aControlGroupHasTheLimitsAndRunsTheCommandInside() throws Exception {
        Cgroup group = Cgroup.create(directory, "e1", 1 << 20, 150);
        Path made = directory.resolve("e1");
        assertThat(Files.readString(made.resolve("memory.max"))).isEqualTo("1048576");
        assertThat(Files.readString(made.resolve("cpu.max"))).isEqualTo("150000 100000");
        Process process = new ProcessBuilder(group.wrap(List.of("/bin/sh", "-c", "echo $$ > " + made + "/own"))).start();
        assertThat(process.waitFor()).isZero();
        assertThat(Files.readString(made.resolve("cgroup.procs"))).isEqualTo(Files.readString(made.resolve("own")));
    }

    @Test
    void theLogTakesABurstAndCountsTheRest() {
        long[] now = {0};
        EngineLog log = new EngineLog("test", () -> now[0]);
        for (int i = 0; i < EngineLog.BURST; i++) {
            assertThat(log.admits()).isTrue();
        }
        assertThat(log.admits()).isFalse();
        now[0] += EngineLog.LINE_NANOS;
        assertThat(log.admits()).isTrue();
        assertThat(log.admits()).isFalse();
    }
}
