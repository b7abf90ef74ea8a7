// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.registry;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.api.json.Inline;
import io.millrace.cluster.launch.LaunchSpec;
import io.millrace.cluster.launch.WorkerFailure;
import io.millrace.cluster.model.AssignmentRecord;
import io.millrace.cluster.model.ClusterRecord;
import io.millrace.cluster.model.ControllerRecord;
import io.millrace.cluster.model.SavepointRecord;
import io.millrace.cluster.model.SubmitRequest;
import io.millrace.cluster.model.SubmitResponse;
import io.millrace.cluster.model.SupervisorRecord;
import io.millrace.cluster.model.TopologyRecord;
import io.millrace.cluster.model.WorkerStart;
import io.millrace.cluster.state.StateCheck;
import io.millrace.runtime.json.Json;
import io.millrace.runtime.snapshot.Pointer;
import io.millrace.runtime.worker.ClientEndpoint;
import io.millrace.runtime.worker.PeerEndpoint;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The records that processes of neighbouring releases exchange. The files are those of past releases; a record with a
 * new field gets a further file beside the former one, which {@code -Dmillrace.formats.write=true} writes if it is
 * missing.
 */
class RecordFormatsTest {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    static Stream<Class<?>> records() {
        return Stream.of(
                AssignmentRecord.class,
                ClientEndpoint.class,
                ClusterRecord.class,
                ControllerRecord.class,
                LaunchSpec.class,
                PeerEndpoint.class,
                Pointer.class,
                SavepointRecord.class,
                StateCheck.class,
                SubmitRequest.class,
                SubmitResponse.class,
                SupervisorRecord.class,
                TopologyRecord.class,
                WorkerFailure.class,
                WorkerStart.class);
    }

    @ParameterizedTest
    @MethodSource("records")
    void whatAnEarlierReleaseHasWrittenIsReadWhole(Class<?> type) throws IOException {
        byte[] written = written(type);

        assertContains(
                type.getSimpleName(), MAPPER.readTree(Json.write(Json.read(written, type))), MAPPER.readTree(written));
    }

    /** A rolling upgrade begins with supervisors that have no regions. */
    @Test
    void anEarlierSupervisorIsInTheDefaultRegion() throws IOException {
        assertThat(Json.read(written(SupervisorRecord.class), SupervisorRecord.class)
                        .region())
                .isEqualTo(SupervisorRecord.DEFAULT_REGION);
    }

    /** Asserts that a later text has all fields of an earlier one; it may have more. */
    private static void assertContains(String where, JsonNode all, JsonNode some) {
        if (some.isObject()) {
            some.properties()
                    .forEach(field ->
                            assertContains(where + "." + field.getKey(), all.path(field.getKey()), field.getValue()));
        } else if (some.isArray()) {
            assertThat(all).as(where).hasSameSizeAs(some);
            for (int i = 0; i < some.size(); i++) {
                assertContains(where + "[" + i + "]", all.get(i), some.get(i));
            }
        } else {
            assertThat(all).as(where).isEqualTo(some);
        }
    }

    @ParameterizedTest
    @MethodSource("records")
    void whatALaterReleaseAddsIsPassedOver(Class<?> type) throws IOException {
        ObjectNode later = (ObjectNode) MAPPER.readTree(written(type));
        later.putObject("addedLater").put("field", 1);

        assertThat(Json.read(MAPPER.writeValueAsBytes(later), type)).isEqualTo(Json.read(written(type), type));
    }

    /** A missing field is null, zero or empty, and must not make reading fail. */
    @ParameterizedTest
    @MethodSource("records")
    void aReaderNeedsNoFieldThatWasAddedLast(Class<?> type) throws IOException {
        ObjectNode earlier = (ObjectNode) MAPPER.readTree(written(type));
        earlier.remove(last(type));

        assertThat(Json.read(MAPPER.writeValueAsBytes(earlier), type)).isNotNull();
    }

    private static String last(Class<?> type) {
        RecordComponent last = type.getRecordComponents()[type.getRecordComponents().length - 1];
        return last.isAnnotationPresent(Inline.class) ? last(last.getType()) : last.getName();
    }

    private static byte[] written(Class<?> type) throws IOException {
        String name = "layout-" + ClusterRecord.LAYOUT + "/" + type.getSimpleName() + ".json";
        if (Boolean.getBoolean("millrace.formats.write")) {
            Path file =
                    Path.of("src/test/resources/io/millrace/cluster/registry").resolve(name);
            if (Files.notExists(file)) {
                Files.writeString(file, Json.pretty(SampleRecord.of(type)) + "\n");
            }
            return Files.readAllBytes(file);
        }
        try (InputStream in = RecordFormatsTest.class.getResourceAsStream(name)) {
            assertThat(in)
                    .as(name + " is missing: run this test with -Dmillrace.formats.write=true")
                    .isNotNull();
            return in.readAllBytes();
        }
    }
}
