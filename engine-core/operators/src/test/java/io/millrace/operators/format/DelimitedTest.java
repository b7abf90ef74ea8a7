// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.Fields;
import io.millrace.api.Rows;
import io.millrace.api.error.MalformedException;
import io.millrace.api.error.TopologyException;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Quotes, line breaks in them, null and the empty text, and what is written is read again. */
class DelimitedTest {

    private static final Fields AB = Fields.of("a", "b");

    private static Object[] read(ReadFormat format, String message) throws MalformedException {
        byte[] bytes = ("--" + message + "--").getBytes(StandardCharsets.UTF_8);
        return format.read(bytes, 2, bytes.length - 4);
    }

    private static Object[] read(String message) throws MalformedException {
        return read(Formats.delimited(AB, ","), message);
    }

    private static List<Object[]> all(Delimited columns, String text) throws IOException, MalformedException {
        DelimitedText records = columns.read(new StringReader(text));
        List<Object[]> all = new ArrayList<>();
        for (Object[] record = records.next(); record != null; record = records.next()) {
            all.add(record);
        }
        return all;
    }

    @Test
    void quotesEncloseSeparatorsQuotesAndLineBreaks() throws MalformedException {
        assertThat(read("\"x,y\",\"say \"\"hi\"\"\"")).containsExactly("x,y", "say \"hi\"");
        assertThat(read("\"one\r\ntwo\n\",\"\r\"")).containsExactly("one\r\ntwo\n", "\r");
        assertThat(read("5\" pipe,it's")).containsExactly("5\" pipe", "it's");
        assertThat(read(" \"x\" , y ")).containsExactly(" \"x\" ", " y ");
        assertThat(read(Formats.delimited(AB, "::"), "\"a::b\"::c:")).containsExactly("a::b", "c:");
    }

    @Test
    void anEmptyColumnIsNullAndQuotesAreTheEmptyText() throws MalformedException {
        assertThat(read(",\"\"")).containsExactly(null, "");
        assertThat(read("\"\",")).containsExactly("", null);
        ReadFormat one = Formats.delimited(Fields.of("a"), ",");
        assertThat(read(one, "")).containsExactly((Object) null);
        assertThat(read(one, "\"\"")).containsExactly("");
        assertThat(read(one, "  ")).containsExactly("  ");
    }

    @Test
    void aLineBreakBehindARecordBelongsToNoColumn() throws MalformedException {
        for (String end : List.of("\n", "\r\n", "\r")) {
            assertThat(read("x,y" + end)).containsExactly("x", "y");
            assertThat(read("x,\"y\"" + end)).containsExactly("x", "y");
        }
    }

    @Test
    void aReaderGoesOnBehindAMessageThatIsMalformed() throws MalformedException {
        ReadFormat format = Formats.delimited(AB, ",");
        for (String bad : List.of("x,\"y", "x,\"y\"z", "x,y\nu,v", "x,y\n\n", "x\ry,z", "x", "x,y,z", "\"", "")) {
            assertThatThrownBy(() -> read(format, bad)).as(bad).isInstanceOf(MalformedException.class);
            assertThat(read(format, "u,v")).containsExactly("u", "v");
        }
        byte[] latin = {'x', ',', (byte) 0xE4};
        assertThatThrownBy(() -> format.read(latin, 0, 3)).hasMessage("the message is no UTF-8");
        assertThat(read(format, "u,v")).containsExactly("u", "v");
    }

    @Test
    void messagesOfErrorsSayWhereAndWhatToDo() {
        assertThatThrownBy(() -> read("x,\"y"))
                .hasMessage("column 'b': the quote is not closed; a source of lines ends a message at a line feed, also"
                        + " in quotes: write values without line breaks, or another format");
        assertThatThrownBy(() -> read("x,\"y\"z"))
                .hasMessage("column 'b': Unexpected character after closing quote: 'z' (0x7a)");
        assertThatThrownBy(() -> read("x,y\nu,v"))
                .hasMessage("it has a line break outside quotes: a message is one record");
        for (String separator : List.of("\"", ",\"", "\n", "\r")) {
            assertThatThrownBy(() -> Formats.delimited(AB, separator))
                    .isInstanceOf(TopologyException.class)
                    .hasMessage("the separator has a quote or a line break: give another one");
            assertThatThrownBy(() -> Formats.joined(separator)).isInstanceOf(TopologyException.class);
        }
    }

    record Item(String name, int count) {}

    @Test
    void aTextHasRecordsWithLineBreaksBlankLinesAndAByteOrderMark() throws IOException, MalformedException {
        Delimited columns = Delimited.of(",", Item.class);
        String text = "\uFEFF\"a\nb\",1\n\n  \r\n\"\",2\n,3";
        assertThat(all(columns, text))
                .containsExactly(new Object[] {"a\nb", 1}, new Object[] {"", 2}, new Object[] {null, 3});
        assertThat(all(columns, "\uFEFF")).isEmpty();
        assertThat(all(columns, "")).isEmpty();
        assertThat(all(columns, "\uFEFF\uFEFF,1")).containsExactly(new Object[] {"\uFEFF", 1});
    }

    @Test
    void errorsOfATextNameTheLineOnWhichTheRecordBegins() {
        Delimited columns = Delimited.of(",", Item.class);
        assertThatThrownBy(() -> all(columns, "a,1\n\"b\nc\",2147483648\n"))
                .isInstanceOf(MalformedException.class)
                .hasMessage("line 2: column 'count' is '2147483648', and not a int");
        assertThatThrownBy(() -> all(columns, "a,1\n\nb,0x1\n"))
                .hasMessage("line 3: column 'count' is '0x1', and not a int");
        assertThatThrownBy(() -> all(columns, "a,1\nb,2,3\n")).hasMessageContaining("line 2: it has 3 columns");
        assertThatThrownBy(() -> all(columns, "a,1\n\"b,2\nc,3"))
                .hasMessageStartingWith("line 2: column 'name': Unclosed quoted field");
    }

    record Row(String first, Long second, String third, double fourth, Boolean fifth) {}

    private static final String[] PIECES = {
        ",", ";", "\t", ":", "a", "b", "\"", "\n", "\r", " ", "ü", "\uFEFF", "\uD83D\uDE00"
    };

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int left = random.nextInt(6); left > 0; left--) {
            text.append(PIECES[random.nextInt(PIECES.length)]);
        }
        return text.toString();
    }

    private static Object[] values(Random random) {
        return new Object[] {
            random.nextInt(5) == 0 ? null : text(random),
            random.nextInt(5) == 0 ? null : (Object) (random.nextLong() >> random.nextInt(64)),
            random.nextInt(100) == 0 ? "long ".repeat(random.nextInt(9_000)) : text(random),
            random.nextBoolean() ? random.nextGaussian() : Double.longBitsToDouble(random.nextLong() >>> 2),
            random.nextInt(3) == 0 ? null : (Object) random.nextBoolean()
        };
    }

    @Test
    void whatIsWrittenIsRead() throws IOException, MalformedException {
        Random random = new Random(20);
        Fields fields = Fields.of(Row.class);
        for (String separator : List.of(",", "\t", "::", "ab", " ", ":::")) {
            ReadFormat format = Formats.delimited(Row.class, separator);
            List<Object[]> written = new ArrayList<>();
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < 2_000; i++) {
                Object[] values = values(random);
                byte[] bytes = Formats.joined(separator).write(Rows.tuple(fields, values));
                assertThat(format.read(bytes, 0, bytes.length)).isEqualTo(values);
                written.add(values);
                text.append(new String(bytes, StandardCharsets.UTF_8)).append(random.nextBoolean() ? "\n" : "\r\n");
            }
            assertThat(all(Delimited.of(separator, Row.class), text.toString()))
                    .usingElementComparator((left, right) -> Arrays.equals(left, right) ? 0 : 1)
                    .containsExactlyElementsOf(written);
        }
    }

    @Test
    void theOnlyValueOfATupleIsWrittenAsItIs() {
        Fields one = Fields.of("line");
        assertThat(Delimited.join(Rows.tuple(one, "{\"a\": 1, \"b\": 2}"), ",")).isEqualTo("{\"a\": 1, \"b\": 2}");
        assertThat(Delimited.join(Rows.tuple(one, (Object) null), ",")).isEmpty();
        assertThat(Delimited.join(Rows.tuple(AB, null, ""), ",")).isEqualTo(",\"\"");
        assertThatThrownBy(() -> Delimited.join(Rows.tuple(AB, 1, new byte[1]), ","))
                .hasMessage("field 'b' is a byte[], which no column is: write it by another format");
    }

    @Test
    void randomTextsAreRecordsOrMalformed() {
        Random random = new Random(21);
        ReadFormat format = Formats.delimited(AB, ",");
        int malformed = 0;
        for (int i = 0; i < 5_000; i++) {
            try {
                read(format, text(random) + text(random));
            } catch (MalformedException e) {
                assertThat(e.getMessage()).isNotBlank().doesNotContain("\n");
                malformed++;
            }
        }
        assertThat(malformed).isBetween(500, 4_900);
    }
}
