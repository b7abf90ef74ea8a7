// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.benchmarks.machine.Options.Mistake;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class OptionsTest {

    private static final String USAGE =
            "[--quick] [--cells=part of a name] [--repetitions=n] [--rtts=ms,ms] [--media=a,b]"
                    + " [--engines=a,b] [--quality=fast|full] [--link=200 (Mbit/s), or 0 for no bound] [--acked|--both] [--seed=n]"
                    + " [--warm-up=seconds] [--search[=steps]] [--docs=page.md [--table]] [--out=file] | --write=directory";

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
    }

    @Test
    void whatIsGivenIsTaken() {
        Options options = of("--repetitions=5", "--rtts=7", "--quick", "--out=x=y");

        assertThat(options.take("repetitions", 3, 1)).isEqualTo(5);
        assertThat(options.takeNumbers("rtts", "0.1,10", 0)).containsExactly(7.0);
        assertThat(options.takeFlag("quick")).isTrue();
        assertThat(options.takePath("out", "file")).isEqualTo(Path.of("x=y"));
    }

    @Test
    void anOptionWhoseValueMayBeLeftOutIsEmptyThen() {
        assertThat(of("--search").take("search", "0")).isEmpty();
        assertThat(of("--search=7").take("search", "0")).isEqualTo("7");
        assertThat(of().take("search", "0")).isEqualTo("0");
    }

    @Test
    void theUsageSaysWhichOptionsThereAre() {
        Options options = of("--help");

        assertThat(List.of("quick", "both", "acked", "table", "docs", "write", "link"))
                .allMatch(options::has);
        assertThat(options.has("file")).isFalse();
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
        assertThatThrownBy(() -> of("quick"))
                .isInstanceOf(Mistake.class)
                .hasMessageStartingWith("unknown: quick; use [--");
        assertThatThrownBy(() -> of("--out=a", "--out=b"))
                .isInstanceOf(Mistake.class)
                .hasMessageContaining("--out")
                .hasMessageContaining("only once");
        assertThatThrownBy(() -> of("--quick=yes")).isInstanceOf(Mistake.class).hasMessageContaining("--quick");
        assertThatThrownBy(() -> of("--link")).isInstanceOf(Mistake.class).hasMessageContaining("--link");
        assertThatThrownBy(() -> of("--out=").takePath("out", "file")).hasMessageContaining("name a file");
        assertThatThrownBy(() -> of("--qick")).isInstanceOf(Mistake.class).hasMessage("unknown: --qick; use " + USAGE);
    }

    private static Options of(String... arguments) {
        return new Options(USAGE, arguments);
    }
}
