// SPDX-License-Identifier: Apache-2.0
package io.millrace.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.BasicBolt;
import io.millrace.api.Emitter;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.PayloadView;
import io.millrace.api.Spout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The examples of docs/memory.md: every block of Java there stands here too, so that it is compiled and run. */
@Timeout(60)
@SuppressWarnings("serial")
class MemoryPageTest {

    private static final Path PAGE = Path.of("..", "..", "docs", "memory.md");
    private static final Path THIS = Path.of("src/test/java/io/millrace/testing/MemoryPageTest.java");
    private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    static final class Brightness implements BasicBolt {

        @Override
        public void declareOutputs(OutputDeclarer out) {
            out.declare("number", "sum");
        }

        @Override
        public void execute(Tuple input, Emitter out) {
            PayloadView image = input.getView("image");
            long sum = 0;
            for (int i = 0; i < image.length(); i++) {
                sum += image.get(i) & 0xFF;
            }
            out.emit(input.getLong("number"), sum);
        }
    }

    /** Stands for an image of a camera. */
    private record Frame(long number, byte[] pixels) {

        int length() {
            return pixels.length;
        }

        void writeTo(ByteBuffer target) {
            target.put(pixels);
        }
    }

    static final class Camera implements Spout {

        private transient SpoutCollector out;
        private transient int id;

        @Override
        public void open(TaskContext context, SpoutCollector collector) {
            out = collector;
        }

        @Override
        public void nextTuple() {
            if (id == 2) {
                out.finish();
                return;
            }
            id++;
            Frame frame = new Frame(id, new byte[] {1, (byte) 200, (byte) id});
            out.emitIntoTracked(id, frame.length(), target -> frame.writeTo(target), frame.number());
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("number", "image");
        }
    }

    @Test
    void imagesAreWrittenAndRead() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("camera", new Camera());
        builder.setBolt("brightness", new Brightness()).shuffle("camera");
        try (TopologyTest test = TopologyTest.of(builder.build()).start()) {
            test.advance(Duration.ofSeconds(1));
            assertThat(test.output("brightness")).containsExactly(List.of(1L, 202L), List.of(2L, 203L));
        }
    }

    @Test
    void theBlocksOfThePageAreHere() throws IOException {
        String here = withoutSpace(Files.readString(THIS));
        Matcher blocks = BLOCK.matcher(Files.readString(PAGE));
        int found = 0;
        while (blocks.find()) {
            assertThat(here).contains(withoutSpace(blocks.group(1)));
            found++;
        }
        assertThat(found).isEqualTo(2);
    }

    private static String withoutSpace(String text) {
        return text.replaceAll("\\s+", "");
    }
}
