// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.TopologyBuilder;
import io.millrace.operators.Bolts;
import io.millrace.operators.Spouts;
import io.millrace.testing.TopologyTest;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The examples of docs/values.md: every block of Java there stands here too, so that it is compiled and run. */
@Timeout(30)
class ValuesPageTest {

    private static final Path PAGE = Path.of("..", "..", "docs", "values.md");
    private static final Path THIS = Path.of("src/test/java/io/millrace/api/codec/ValuesPageTest.java");
    private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    public record Point(double x, double y) {}

    public static final class PointCodec implements ValueCodec<Point> {

        @Override
        public void write(Point point, ValueOutput out) {
            out.writeDouble(point.x());
            out.writeDouble(point.y());
        }

        @Override
        public Point read(ValueInput in) {
            return new Point(in.readDouble(), in.readDouble());
        }
    }

    /** The class in the place of com.google.protobuf.Message. */
    public interface Message {
        void writeTo(OutputStream out) throws IOException;
    }

    /** The class in the place of com.google.protobuf.Parser. */
    public interface Parser<T> extends Serializable {
        T parseFrom(InputStream in) throws IOException;
    }

    public record Trade(String text) implements Message {

        static Trade parse(InputStream in) throws IOException {
            return new Trade(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }

        @Override
        public void writeTo(OutputStream out) throws IOException {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    public record Quote(int price) implements Message {

        static Quote parse(InputStream in) throws IOException {
            return new Quote(in.read());
        }

        @Override
        public void writeTo(OutputStream out) throws IOException {
            out.write(price);
        }
    }

    public record MessageCodec<T extends Message>(Parser<T> parser) implements ValueCodec<T> {

        @Override
        public void write(T message, ValueOutput out) throws IOException {
            message.writeTo(out.stream());
        }

        @Override
        public T read(ValueInput in) throws IOException {
            return parser.parseFrom(in.stream());
        }
    }

    @Test
    void codecsOfAllKinds() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("values", Spouts.of("value", List.of()));
        builder.setBolt("pass", Bolts.map("value", input -> input.get(0))).shuffle("values");
        builder.codec(Point.class, PointCodec.class);
        builder.codecs(to -> to.add(Trade.class, new MessageCodec<>(Trade::parse))
                .add(Quote.class, new MessageCodec<>(Quote::parse)));
        for (int workers : new int[] {1, 2}) {
            try (TopologyTest test = TopologyTest.of(builder.build())
                    .replaceSpout("values")
                    .workers(workers)
                    .start()) {
                List<Object> values = List.of(new Point(1, 2), new Trade("ten"), new Quote(7));
                values.forEach(value -> test.feed("values", value));
                test.run();
                assertThat(test.output("pass")).hasSize(3).allMatch(output -> values.contains(output.get(0)));
                assertThat(test.acked("values")).hasSize(3);
            }
        }
    }

    @Test
    void everyExampleOfThePageIsHere() throws IOException {
        String code = Files.readString(THIS).replaceAll("\\s+", "");
        int blocks = 0;
        for (Matcher block = BLOCK.matcher(Files.readString(PAGE)); block.find(); blocks++) {
            assertThat(code)
                    .as("an example of docs/values.md that %s does not have:%n%s", THIS, block.group(1))
                    .contains(block.group(1).replaceAll("\\s+", ""));
        }
        assertThat(blocks).isEqualTo(4);
    }
}
