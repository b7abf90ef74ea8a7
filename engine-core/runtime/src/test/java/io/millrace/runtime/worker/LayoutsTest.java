// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.ipc.memory.SharedFile;
import io.millrace.transport.frame.FrameDescriptor;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each layout of bytes that processes share, or read again later, by its version: offsets, lengths, types and bits. A
 * changed layout needs another version, so that processes of two releases refuse each other instead of misreading, and
 * a new file by {@code -Dmillrace.formats.write=true}.
 */
class LayoutsTest {

    static Stream<Arguments> layouts() throws ReflectiveOperationException {
        String core = "io.millrace.runtime.";
        return Stream.of(
                Arguments.of("frames", FrameDescriptor.VERSION, FrameDescriptor.class),
                Arguments.of("ring", SharedFile.VERSION, Class.forName("io.millrace.ipc.ring.Descriptor")),
                Arguments.of("ring-head", SharedFile.VERSION, SharedFile.class),
                // The layouts in frames and rings have no version of their own
                Arguments.of("tuples", FrameDescriptor.VERSION, Class.forName(core + "tuple.MessageDescriptor")),
                Arguments.of("requests", FrameDescriptor.VERSION, Class.forName(core + "tuple.ServiceDescriptor")),
                Arguments.of(
                        "snapshot-messages",
                        FrameDescriptor.VERSION,
                        Class.forName(core + "snapshot.SnapshotMessageDescriptor")),
                layout("engine-frames", Class.forName(core + "engine.EngineFrameDescriptor")),
                layout("metrics", Class.forName(core + "metrics.MetricsDescriptor")),
                layout("snapshot-file", Class.forName(core + "snapshot.store.SnapshotFileDescriptor")),
                layout("spill-segment", Class.forName(core + "spill.SegmentDescriptor")),
                layout("state-block", Class.forName(core + "state.BlockDescriptor")));
    }

    private static Arguments layout(String name, Class<?> descriptor) throws ReflectiveOperationException {
        Field version = descriptor.getDeclaredField("VERSION");
        version.setAccessible(true);
        return Arguments.of(name, ((Number) version.get(null)).intValue(), descriptor);
    }

    @ParameterizedTest
    @MethodSource("layouts")
    void aLayoutKeepsItsVersionOnlyAsLongAsItStaysTheSame(String name, int version, Class<?> descriptor)
            throws IOException {
        String file = "layouts/" + name + "-" + version + ".txt";

        assertThat(constants(descriptor))
                .as("the constants of " + descriptor.getName() + ": another layout needs another version")
                .isEqualTo(noted(file, descriptor));
    }

    private static String constants(Class<?> descriptor) {
        return Arrays.stream(descriptor.getDeclaredFields())
                .filter(field -> Modifier.isStatic(field.getModifiers()) && Modifier.isFinal(field.getModifiers()))
                .filter(field -> field.getType().isPrimitive())
                .map(LayoutsTest::line)
                .sorted()
                .collect(Collectors.joining("\n", "", "\n"));
    }

    private static String line(Field field) {
        try {
            field.setAccessible(true);
            return field.getName() + " = " + field.get(null);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String noted(String file, Class<?> descriptor) throws IOException {
        if (Boolean.getBoolean("millrace.formats.write")) {
            Path path = Path.of("src/test/resources/io/millrace/runtime/worker").resolve(file);
            if (Files.notExists(path)) {
                Files.writeString(path, constants(descriptor));
            }
            return Files.readString(path);
        }
        try (InputStream in = LayoutsTest.class.getResourceAsStream(file)) {
            assertThat(in)
                    .as(file + " is missing: run this test with -Dmillrace.formats.write=true")
                    .isNotNull();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
