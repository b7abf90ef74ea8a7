// SPDX-License-Identifier: Apache-2.0
package io.millrace.formats;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.Message;
import io.millrace.api.Jars;
import io.millrace.api.Millrace;
import io.millrace.api.RunningTopology;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.connectors.files.FileSource;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.apache.avro.Schema;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two worker processes with all formats. The topology's classes are in its jar only, and the formats and their
 * libraries beside it, so all are loaded by the class loaders of topologies.
 */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FormatsIT {

    private static final Path MEMORY = Path.of("/dev/shm");
    private static final String MAIN = "Visits";
    private static final int VISITS = 500;

    private static final String NO_NUMBER = "{\"number\": \"1\", \"place\": null, \"time\": \"2026-11-01T12:00:00Z\"}";
    private static final String NO_DEVICE =
            "{\"number\": 1, \"place\": {\"shop\": \"é\", \"device\": \"WATCH\"}, \"time\": \"2026-11-01T12:00:00Z\"}";

    /** Messages with a text that ends before its length. */
    private static final String SHORT_AVRO = "AhRh";

    private static final String SHORT_PROTOBUF = "Cgph";

    /** The component that reads it, and the line. */
    private static final List<String> MALFORMED = List.of(
            "json\t" + quoted(NO_NUMBER),
            "json\t" + quoted(NO_DEVICE),
            "json\tno object",
            "avro\t" + SHORT_AVRO,
            "avro\tno Base64",
            "protobuf\t" + SHORT_PROTOBUF,
            "protobuf\tno Base64 either");

    /** As the sink of files writes a column with quotes. */
    private static String quoted(String column) {
        return '"' + column.replace("\"", "\"\"") + '"';
    }

    @TempDir
    private Path directory;

    private Path shared;

    @BeforeEach
    void ownSharedMemory() throws IOException {
        shared = Files.createTempDirectory(Files.isDirectory(MEMORY) ? MEMORY : directory, "formats");
    }

    @AfterEach
    void removeSharedMemory() throws IOException {
        try (Stream<Path> all = Files.walk(shared)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }

    /** Compiles the topology, whose source is a resource, and packs its classes only. */
    private Path topologyJar() throws IOException {
        Path classes = Files.createDirectory(directory.resolve("classes"));
        Path source = directory.resolve(MAIN + ".java");
        try (InputStream text = FormatsIT.class.getResourceAsStream("visits.txt")) {
            Files.copy(text, source);
        }
        int errors = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-proc:none",
                        "-d",
                        classes.toString(),
                        source.toString());
        assertThat(errors).as("errors of the compiler").isZero();
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, MAIN);
        Path jar = directory.resolve("visits.jar");
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file, manifest);
                Stream<Path> all = Files.list(classes)) {
            for (Path each : all.toList()) {
                out.putNextEntry(new JarEntry(each.getFileName().toString()));
                Files.copy(each, out);
                out.closeEntry();
            }
        }
        return jar;
    }

    private Path directoryWith(String name, String... lines) throws IOException {
        Path made = Files.createDirectory(directory.resolve(name));
        if (lines.length > 0) {
            Files.write(made.resolve("lines"), List.of(lines));
        }
        return made;
    }

    private static Instant time(int number) {
        return Instant.parse("2026-11-01T12:00:00Z").plusMillis(number);
    }

    private static String json(int number) {
        return "{\"number\": " + number + ", \"place\": {\"shop\": \"é" + number % 7 + "\", \"device\": \""
                + (number % 2 == 0 ? "DESK" : "PHONE") + "\"}, \"time\": \"" + time(number) + "\"}";
    }

    private static String result(int number) {
        return "{\"name\":\"é" + number % 7 + " " + (number % 2 == 0 ? "DESK" : "PHONE") + " " + time(number)
                + "\",\"number\":" + number + "}";
    }

    /** The lines of the visible files. */
    private static List<String> lines(Path results) throws IOException {
        List<String> lines = new ArrayList<>();
        try (Stream<Path> files = Files.list(results)) {
            for (Path file : files.filter(each -> !each.getFileName().toString().startsWith("."))
                    .toList()) {
                lines.addAll(Files.readAllLines(file));
            }
        }
        return lines;
    }

    @Test
    void eachFormatReadsWhatWorkersWroteAndTellsWhatIsMalformed() throws Exception {
        Path json = directoryWith("json", NO_NUMBER, NO_DEVICE, "no object");
        for (int file = 0; file < 4; file++) {
            int first = file;
            Files.write(
                    json.resolve("visits" + file),
                    IntStream.range(0, VISITS)
                            .filter(number -> number % 4 == first)
                            .mapToObj(FormatsIT::json)
                            .toList());
        }
        directoryWith("avro", SHORT_AVRO, "no Base64");
        directoryWith("protobuf", SHORT_PROTOBUF, "no Base64 either");
        Path out = directoryWith("out");
        Path bad = directoryWith("bad");
        List<Path> libraries = Jars.of(
                JsonFormat.class,
                FileSource.class,
                ObjectMapper.class,
                JsonFactory.class,
                JsonProperty.class,
                Schema.class,
                Message.class);
        Config engine = Config.empty().with(TopologyKeys.WORKERS, 2).with("ipc.dir", shared);
        try (Millrace millrace = Millrace.local().processes().config(engine).start()) {
            RunningTopology run = millrace.submitJar(topologyJar(), libraries, Config.empty(), directory.toString())
                    .get(0);
            while (lines(out).size() < VISITS || lines(bad).size() < MALFORMED.size()) {
                assertThat(run.awaitCompletion(Duration.ofMillis(10))).isFalse();
            }
        }
        assertThat(lines(out))
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, VISITS).mapToObj(FormatsIT::result).toList());
        assertThat(lines(bad)).containsExactlyInAnyOrderElementsOf(MALFORMED);
    }
}
