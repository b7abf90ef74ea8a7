package io.millrace.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.error.MalformedException;
import io.millrace.api.error.TopologyException;
import java.nio.charset.StandardCharsets;
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

    @Test
    void valuesAreWritten() {
        Tuple tuple = Rows.tuple(Fields.of("word", "count"), "zwölf", 12L);
        assertThat(Formats.joined(";").write(tuple)).isEqualTo(utf8("zwölf;12"));
        assertThat(Formats.value("count").write(tuple)).isEqualTo(utf8("12"));
        assertThat(Formats.value("raw").write(Rows.tuple(Fields.of("raw"), (Object) new byte[] {0, -1})))
                .containsExactly(0, -1);
        assertThatThrownBy(() -> Formats.joined("w").write(tuple)).hasMessageContaining("contains the separator");
        assertThatThrownBy(() -> Formats.joined("")).isInstanceOf(TopologyException.class);
    }

    @Test
    void aConnectorThatIsMissingIsNamedWithItsModule() {
        assertThatThrownBy(() -> Spouts.kafka("localhost:9092", "views", Formats.text()))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("io.millrace:millrace-connector-kafka");
    }
}
