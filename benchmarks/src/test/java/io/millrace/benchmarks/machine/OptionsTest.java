package io.millrace.benchmarks.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.benchmarks.machine.Options.Mistake;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class OptionsTest {

    @Test
    void whatIsNotGivenIsAsItWouldBe() {
        Options options = of();

        assertThat(options.take("cells", "all")).isEqualTo("all");
        assertThat(options.take("repetitions", 3, 1)).isEqualTo(3);
        assertThat(options.take("link", 200.0, 0)).isEqualTo(200.0);
        assertThat(options.takeNumbers("rtts", "0.1,10", 0)).containsExactly(0.1, 10.0);
        assertThat(options.takeNames("media", "a,b", List.of("a", "b"))).containsExactly("a", "b");
        assertThat(options.takePath("out", "file")).isEqualTo(Path.of("file"));
        assertThat(options.takeFlag("quick")).isFalse();
        assertThatCode(() -> options.requireNoOther("nothing")).doesNotThrowAnyException();
    }

    @Test
    void whatIsGivenIsTakenOnce() {
        Options options = of("--repetitions=5", "--rtts=7", "--quick", "--out=x=y");

        assertThat(options.take("repetitions", 3, 1)).isEqualTo(5);
        assertThat(options.takeNumbers("rtts", "0.1,10", 0)).containsExactly(7.0);
        assertThat(options.takeFlag("quick")).isTrue();
        assertThat(options.takePath("out", "file")).isEqualTo(Path.of("x=y"));
        assertThat(options.take("repetitions", 3, 1)).isEqualTo(3);
    }

    @Test
    void numbersOutOfRangeAndWhatIsNoNumberAreNamedWithTheBound() {
        assertThatThrownBy(() -> of("--repetitions=0").take("repetitions", 3, 1))
                .isInstanceOf(Mistake.class)
                .hasMessage("--repetitions=0: give a whole number of 1 or more");
        assertThatThrownBy(() -> of("--warm-up=abc").take("warm-up", 30, 0))
                .hasMessage("--warm-up=abc: give a whole number of 0 or more");
        assertThatThrownBy(() -> of("--warm-up=99999999999").take("warm-up", 30, 0))
                .isInstanceOf(Mistake.class);
        assertThatThrownBy(() -> of("--seed=11").take("seed", 1L, 0, 10))
                .hasMessage("--seed=11: give a whole number of 0 or more, up to 10");
        assertThatThrownBy(() -> of("--rtts=1,,2").takeNumbers("rtts", "1", 0))
                .hasMessage("--rtts=: give a number of 0.0 or more");
        assertThatThrownBy(() -> of("--link=NaN").take("link", 1.0, 0)).isInstanceOf(Mistake.class);
    }

    @Test
    void namesThatThereAreNotAreNamedWithThoseThereAre() {
        assertThatThrownBy(
                        () -> of("--engines=millrace,x").takeNames("engines", "millrace", List.of("millrace", "jet")))
                .isInstanceOf(Mistake.class)
                .hasMessage("--engines=x: there is no 'x': give some of millrace,jet");
        assertThatThrownBy(() -> of("--quality=fast,full").takeName("quality", "full", List.of("fast", "full")))
                .hasMessage("--quality=fast,full: there is no 'fast,full': give one of fast,full");
        assertThatThrownBy(() -> Options.chosen(List.of(), "cells", "x"))
                .hasMessage("--cells=x: none has that in its name");
    }

    @Test
    void whatIsNoOptionOrIsGivenTwiceOrInTheWrongFormIsRefused() {
        assertThatThrownBy(() -> of("quick")).hasMessageContaining("'quick' is no option");
        assertThatThrownBy(() -> of("--out=a", "--out=b")).hasMessageContaining("--out is given twice");
        assertThatThrownBy(() -> of("--quick=yes").takeFlag("quick")).hasMessageContaining("it takes no value");
        assertThatThrownBy(() -> of("--out=").takePath("out", "file")).hasMessageContaining("name a file");
        assertThatThrownBy(() -> of("--qick").requireNoOther("[--quick]"))
                .isInstanceOf(Mistake.class)
                .hasMessage("unknown: --qick; use [--quick]");
    }

    private static Options of(String... arguments) {
        return new Options(arguments);
    }
}
