// SPDX-License-Identifier: Apache-2.0
package io.millrace.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Each kind of break is found, and nothing else is one. */
class ChangesTest {

    @Test
    void aLineHasAllThatUsersSee() {
        assertThat(PublicApi.of(Changes.class)).isEmpty();
        assertThat(PublicApi.of(java.util.concurrent.Callable.class))
                .containsExactly(
                        "java.util.concurrent.Callable#call(): public abstract V throws java.lang.Exception",
                        "java.util.concurrent.Callable: public interface <V of java.lang.Object>");
        assertThat(PublicApi.of(java.io.FilterReader.class))
                .contains(
                        "java.io.FilterReader: public abstract class of java.io.Reader",
                        "java.io.FilterReader#in: protected java.io.Reader",
                        "java.io.FilterReader#new(java.io.Reader): protected java.io.FilterReader",
                        "java.io.FilterReader#read(): public int throws java.io.IOException")
                .noneMatch(line -> line.contains("private"));
        assertThat(PublicApi.of(Thread.State.class))
                .contains("java.lang.Thread$State: public static final enum of java.lang.Enum<java.lang.Thread$State>");
    }

    @Test
    void whatIsAddedBreaksNobody() {
        Set<String> released = Set.of("a.B: public interface", "a.B#c(): public abstract int");

        assertThat(Changes.between(released, released).breaks()).isEmpty();
        assertThat(Changes.between(
                                released,
                                Set.of(
                                        "a.B: public interface",
                                        "a.B#c(): public abstract int",
                                        "a.B#d(): public int",
                                        "a.E: public interface",
                                        "a.E#f(): public abstract int"))
                        .breaks())
                .isEmpty();
    }

    @Test
    void whatIsGoneOrChangedBreaksItsUsers() {
        Set<String> released = Set.of("a.B: public interface", "a.B#c(): public abstract int", "a.B#d(): public int");

        assertThat(Changes.between(released, Set.of("a.B: public interface", "a.B#c(): public abstract long"))
                        .breaks())
                .containsExactly(
                        "+ a.B#c(): public abstract long", "- a.B#c(): public abstract int", "- a.B#d(): public int");
    }

    @Test
    void anIntendedBreakIsDeclaredWithItsReason() {
        Changes changes = Changes.between(Set.of("a.B#c(): public int", "a.B#d(): public int"), Set.of());
        String c = "- a.B#c(): public int";
        String d = "- a.B#d(): public int";

        assertThat(changes.undeclared(List.of("# Nobody can use them.", c, d))).isEmpty();
        assertThat(changes.undeclared(List.of("# Nobody can use it.", c))).containsExactly("is not declared: " + d);
        assertThat(changes.undeclared(List.of("# Nobody can use it.", c, "", d)))
                .containsExactly("has no reason, a comment above it: " + d);
        assertThat(changes.undeclared(List.of("# Nobody can use them.", c, d, "- a.B#e(): public int")))
                .containsExactly("is declared, and is no break: - a.B#e(): public int");
    }
}
