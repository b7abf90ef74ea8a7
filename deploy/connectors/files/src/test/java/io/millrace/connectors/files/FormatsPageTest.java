// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Fields;
import io.millrace.api.Grouping;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.error.MalformedException;
import io.millrace.operators.Bolts;
import io.millrace.operators.Sinks;
import io.millrace.operators.format.FormatReader;
import io.millrace.operators.format.Formats;
import io.millrace.operators.format.ReadFormat;
import io.millrace.operators.format.WriteFormat;
import io.millrace.testing.TopologyTest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code of docs/formats.md stands here too, so that it is compiled and run. */
class FormatsPageTest {

    private static final Path PAGE = Path.of("../../../docs/formats.md");
    private static final Path THIS = Path.of("src/test/java/io/millrace/connectors/files/FormatsPageTest.java");

    @TempDir
    private Path logs;

    @TempDir
    private Path results;

    @TempDir
    private Path bad;

    @Test
    void errorsAreWrittenAndBrokenLinesAreKept() throws IOException {
        Files.writeString(logs.resolve("app.log"), "time=1 level=ERROR app=shop\nlevel=INFO app=mail\nno pairs\n");

        try (TopologyTest test = TopologyTest.of(errors(logs.toString(), results.toString(), bad.toString()))
                .start()) {
            test.run();
        }

        assertThat(lines(results)).containsExactly("shop,ERROR");
        assertThat(lines(bad)).singleElement().asString().endsWith("app.log@48");
    }

    @Test
    void theBlocksOfThePageAreHere() throws IOException {
        String[] blocks = Files.readString(PAGE).split("```java\n");
        assertThat(blocks).hasSize(4);
        for (int i = 1; i < blocks.length; i++) {
            assertThat(withoutSpace(Files.readString(THIS)))
                    .contains(withoutSpace(blocks[i].split("```")[0]));
        }
    }

    private static List<String> lines(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return Files.readAllLines(files.findFirst().orElseThrow());
        }
    }

    private static String withoutSpace(String text) {
        return text.replaceAll("\\s+", "");
    }

    static final class KeyValues implements ReadFormat {

        private static final long serialVersionUID = 1L;

        private final Fields fields;

        KeyValues(String... keys) {
            fields = Fields.of(keys);
        }

        @Override
        public Fields fields() {
            return fields;
        }

        @Override
        public Object[] read(byte[] bytes, int offset, int length) throws MalformedException {
            Object[] values = new Object[fields.size()];
            for (String pair : new String(bytes, offset, length, StandardCharsets.UTF_8).split(" ")) {
                int equals = pair.indexOf('=');
                if (equals < 1) {
                    throw new MalformedException("'" + pair + "' is no key=value");
                }
                int index = fields.names().indexOf(pair.substring(0, equals));
                if (index >= 0) {
                    values[index] = pair.substring(equals + 1);
                }
            }
            return values;
        }
    }

    static Topology errors(String logs, String results, String bad) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                "log",
                FileSource.lines(logs).format(new KeyValues("app", "level")).finishAtEnd());
        builder.setBolt(
                        "errors",
                        Bolts.filter(Fields.of("app", "level"), line -> "ERROR".equals(line.getString("level"))))
                .localOrShuffle("log");
        builder.setBolt("out", Sinks.files(results, new Csv())).blocking().shuffle("errors");
        builder.setBolt("bad", Sinks.files(bad, Formats.value("origin")))
                .blocking()
                .subscribe("log", FormatReader.MALFORMED, new Grouping.Shuffle());
        return builder.build();
    }

    static final class Csv implements WriteFormat {

        private static final long serialVersionUID = 1L;

        @Override
        public byte[] write(Tuple input) {
            return (input.getString("app") + "," + input.getString("level")).getBytes(StandardCharsets.UTF_8);
        }
    }
}
