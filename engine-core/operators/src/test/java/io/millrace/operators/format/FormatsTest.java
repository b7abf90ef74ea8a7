// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.Counter;
import io.millrace.api.Fields;
import io.millrace.api.Rows;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;
import io.millrace.api.error.HostileErrors;
import io.millrace.api.error.MalformedException;
import io.millrace.api.error.TopologyException;
import io.millrace.operators.Spouts;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FormatsTest {

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void textIsReadFromAPartOfAnArray() throws MalformedException {
        byte[] bytes = utf8("--zwölf--");
        assertThat(Formats.text().fields()).isEqualTo(Fields.of("line"));
        assertThat(Formats.text("word").read(bytes, 2, bytes.length - 4)).containsExactly("zwölf");
        assertThat(Formats.text().read(utf8("\uFFFD"), 0, 3)).containsExactly("\uFFFD");
        assertThat(Formats.bytes("raw").read(bytes, 2, 2)).containsExactly(utf8("zw"));
    }

    @Test
    void bytesThatAreNoTextAreMalformed() {
        assertThatThrownBy(() -> Formats.text().read(new byte[] {'x', (byte) 0xE4, 'y'}, 0, 3))
                .isInstanceOf(MalformedException.class)
                .hasMessageContaining("no UTF-8");
    }

    private record View(String ad, long time, Integer cents, double share, boolean paid) {}

    private static Object[] read(ReadFormat format, String line) throws MalformedException {
        return format.read(utf8(line), 0, utf8(line).length);
    }

    @Test
    void columnsAreTheComponentsOfARecord() throws MalformedException {
        ReadFormat format = Formats.delimited(View.class, ",");
        assertThat(format.fields()).isEqualTo(Fields.of("ad", "time", "cents", "share", "paid"));
        assertThat(read(format, "zwölf,12,3,0.5,true")).containsExactly("zwölf", 12L, 3, 0.5, true);
        assertThat(read(format, ",-1,,1e3,false")).containsExactly(null, -1L, null, 1_000.0, false);
        assertThat(read(Formats.delimited(Fields.of("a", "b"), "::"), "x::y")).containsExactly("x", "y");
        assertThatThrownBy(() -> Formats.delimited(View.class, "")).hasMessageContaining("the separator is empty");
        record Other(Object any) {}
        assertThatThrownBy(() -> Formats.delimited(Other.class, ","))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("the component 'any' of")
                .hasMessageContaining("make it a String, int, long");
    }

    @Test
    void columnsThatDoNotFitAreMalformedAndNamed() {
        ReadFormat format = Formats.delimited(View.class, ",");
        assertThatThrownBy(() -> read(format, "a,noon,3,0.5,true"))
                .isInstanceOf(MalformedException.class)
                .hasMessage("column 'time' is 'noon', and not a long");
        assertThatThrownBy(() -> read(format, "a,,3,0.5,true")).hasMessage("column 'time' is empty, and not a long");
        assertThatThrownBy(() -> read(format, "a,1,\"\",0.5,true")).hasMessage("column 'cents' is '', and not a int");
        assertThatThrownBy(() -> read(format, "a,1,3,0.5,yes"))
                .hasMessage("column 'paid' is 'yes', and not a boolean, which is true or false");
        assertThatThrownBy(() -> read(format, "a,1"))
                .hasMessage("it has 2 columns with ',' between them, and 5 are expected: ad, time, cents, share, paid");
        assertThatThrownBy(() -> read(format, "a,1,3,0.5,true,")).hasMessageContaining("it has 6 columns");
    }

    record Numbers(int whole, Long large, double real) {}

    @Test
    void numbersAreDecimalDigitsAndNothingElse() throws MalformedException {
        ReadFormat format = Formats.delimited(Numbers.class, ",");
        assertThat(read(format, "-7,+9223372036854775807,1.5e3")).containsExactly(-7, Long.MAX_VALUE, 1_500.0);
        assertThat(read(format, "007,-0,-.5")).containsExactly(7, 0L, -0.5);
        assertThat(read(format, "1,,5.")).containsExactly(1, null, 5.0);
        assertThat(read(format, "1,1,+1E-2")).containsExactly(1, 1L, 0.01);
        for (String real : List.of(
                "1e999",
                "-1e999",
                "NaN",
                "Infinity",
                "-Infinity",
                "0x1p3",
                "1d",
                "1f",
                "1.5D",
                "\u0661\u0662",
                " 1",
                "1 ",
                "",
                ".",
                "-",
                "+.",
                "1e",
                "1e+",
                "e5",
                "1..2",
                "1.2.3",
                "1,5",
                "--1",
                "1_000",
                "\uFF11")) {
            assertThatThrownBy(() -> read(format, "1,1," + real)).as(real).isInstanceOf(MalformedException.class);
        }
        for (String whole : List.of(
                "2147483648", "1.0", "1e3", "\u0661", "\u096A", "0x1", "1L", " 1", "", "+", "-", "1_000", "\uFF11")) {
            assertThatThrownBy(() -> read(format, whole + ",1,1")).as(whole).isInstanceOf(MalformedException.class);
        }
        assertThatThrownBy(() -> read(format, "1,\u0661,1")).hasMessage("column 'large' is '\u0661', and not a long");
        assertThatThrownBy(() -> read(format, "1,1,1e999"))
                .hasMessage("column 'real' is '1e999', and not a double, which is finite and in decimal digits");
    }

    @Test
    void aByteOrderMarkIsSkippedAtTheBeginningOfATextOnly() {
        FormatReader reader = new FormatReader(Formats.text(), new NoTask().context(), null);
        byte[] marked = utf8("--\uFEFFa\uFEFF");
        assertThat(reader.read(marked, 2, marked.length - 2, "t", 0).values()).containsExactly("a\uFEFF");
        FormatReader bytes = new FormatReader(Formats.bytes("b"), new NoTask().context(), null);
        assertThat(bytes.read(marked, 2, 3, "t", 0).values()).containsExactly(utf8("\uFEFF"));
    }

    /** A message that is nested too deep, or read by a method that asserts, is malformed, and the source goes on. */
    @Test
    void aMessageWhoseFormatThrowsAnErrorIsMalformed() {
        for (Error error :
                List.of(new StackOverflowError(), new AssertionError("as thrown", HostileErrors.MESSAGE.make()))) {
            List<Throwable> reported = new ArrayList<>();
            FormatReader reader =
                    new FormatReader(new Throwing(error), new NoTask().context(), new NoTask().out(reported));
            FormatReader.Row row = reader.read(utf8("[[["), 0, 3, "t", 7);
            assertThat(row.stream()).isEqualTo(FormatReader.MALFORMED);
            assertThat((String) row.values()[0]).contains(error.getClass().getName());
            assertThat(row.values()[1]).isEqualTo("t@7");
            assertThat(reported).singleElement().asString().contains("the message t@7 is malformed: ");
        }
    }

    private record Throwing(Error error) implements ReadFormat {

        @Override
        public Fields fields() {
            return Fields.of("a");
        }

        @Override
        public Object[] read(byte[] bytes, int offset, int length) {
            throw error;
        }
    }

    /** A task context that has counters and nothing else. */
    private record NoTask() {

        SpoutCollector out(List<Throwable> reported) {
            return (SpoutCollector) Proxy.newProxyInstance(
                    SpoutCollector.class.getClassLoader(),
                    new Class<?>[] {SpoutCollector.class},
                    (self, method, arguments) -> reported.add((Throwable) arguments[0]) ? null : null);
        }

        TaskContext context() {
            return (TaskContext) Proxy.newProxyInstance(
                    TaskContext.class.getClassLoader(),
                    new Class<?>[] {TaskContext.class},
                    (self, method, arguments) -> method.getName().equals("counter") ? counter() : null);
        }

        private static Counter counter() {
            return (Counter) Proxy.newProxyInstance(
                    Counter.class.getClassLoader(),
                    new Class<?>[] {Counter.class},
                    (self, method, arguments) -> method.getReturnType() == long.class ? 0L : null);
        }
    }

    @Test
    void valuesAreWritten() {
        Tuple tuple = Rows.tuple(Fields.of("word", "count"), "zwölf", 12L);
        assertThat(Formats.joined(";").write(tuple)).isEqualTo(utf8("zwölf;12"));
        assertThat(Formats.value("count").write(tuple)).isEqualTo(utf8("12"));
        assertThat(Formats.value("raw").write(Rows.tuple(Fields.of("raw"), (Object) new byte[] {0, -1})))
                .containsExactly(0, -1);
        assertThat(Formats.joined("w").write(tuple)).isEqualTo(utf8("\"zwölf\"w12"));
        assertThatThrownBy(() -> Formats.joined("")).isInstanceOf(TopologyException.class);
    }

    @Test
    void aConnectorThatIsMissingIsNamedWithItsModule() {
        assertThatThrownBy(() -> Spouts.kafka("localhost:9092", "views", Formats.text()))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("io.millrace:millrace-connector-kafka");
    }
}
