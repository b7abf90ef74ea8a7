// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FormatTest {

    @Test
    void durationsHaveThreeDigits() {
        assertThat(List.of(0L, 999L, 1_000L, 12_345L, 99_960L, 999_400L, 999_600L, 1_500_000L, 61_000_000_000L))
                .extracting(Format::nanos)
                .containsExactly(
                        "0 ns", "999 ns", "1.00 us", "12.3 us", "100 us", "999 us", "1.00 ms", "1.50 ms", "61.0 s");
    }

    @Test
    void numbersHaveNoExponentAndAreFiniteOrADash() {
        assertThat(List.of(0.0, 12_540.3, 3.14159, 0.000012345, -2.5, 1e15, 1e-9, 7.0))
                .extracting(Format::number)
                .containsExactly(
                        "0", "12,540", "3.142", "0.00001235", "-2.500", "1,000,000,000,000,000", "0.000000001000", "7");
        for (double value : new double[] {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY}) {
            assertThat(List.of(
                            Format.number(value),
                            Format.decimal(value, 2),
                            Format.decimal(value, 2, " ms"),
                            Format.share(value),
                            Format.seconds(value)))
                    .containsOnly("-");
        }
    }

    @Test
    void noOtherClassOfTheCommandLineFormatsFractions() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("src/main/java/io/millrace/cli"))) {
            assertThat(files.filter(Files::isRegularFile).filter(FormatTest::formatsFractions))
                    .extracting(file -> file.getFileName().toString())
                    .as("DistributionPlot writes SVG")
                    .containsExactlyInAnyOrder("Format.java", "DistributionPlot.java");
        }
    }

    private static boolean formatsFractions(Path file) {
        try {
            return Pattern.compile("%[-,+0-9.]*[efgEG]\\b|%,?\\.\"")
                    .matcher(Files.readString(file))
                    .find();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void agesHaveTwoUnits() {
        assertThat(Format.age(Duration.ofSeconds(-1))).isEqualTo("0s");
        assertThat(Format.age(Duration.ofSeconds(65))).isEqualTo("1m 5s");
        assertThat(Format.age(Duration.ofMinutes(125))).isEqualTo("2h 5m");
        assertThat(Format.age(Duration.ofHours(49))).isEqualTo("2d 1h");
    }

    @Test
    void columnsAreAsWideAsTheirWidestCellAndNumbersStandAtTheRight() {
        assertThat(new TextTable("NAME", "COUNT")
                        .row("a", 5)
                        .row("long", "1,000")
                        .lines())
                .containsExactly("NAME  COUNT", "a         5", "long  1,000");
    }

    @Test
    void aLatencyIsMarkedIfTheErrorOfTheClocksIsAboveATenthOfIt() {
        LatencyMarks marks = new LatencyMarks(1_000_000);
        assertThat(marks.text(10_000_000)).isEqualTo("10.0 ms");
        assertThat(marks.note()).isEmpty();
        assertThat(marks.text(9_990_000)).isEqualTo("~9.99 ms");
        assertThat(marks.text(0)).isEqualTo("~0 ns");
        assertThat(marks.note()).singleElement().asString().startsWith("~ ").contains("1.00 ms");
        assertThat(new LatencyMarks(0).text(0)).isEqualTo("0 ns");
    }

    @Test
    void marksAndSignsArePartsOfNumbers() {
        assertThat(new TextTable("NAME", "TIME")
                        .row("a", "~5 ns")
                        .row("b", "+12 ns")
                        .row("c", "-")
                        .lines())
                .containsExactly("NAME    TIME", "a      ~5 ns", "b     +12 ns", "c          -");
    }
}
