// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TaskSharesTest {

    private final TaskShares shares = new TaskShares();
    private final List<String> closed = new ArrayList<>();

    private AutoCloseable make(String name) {
        return () -> closed.add(name);
    }

    @Test
    void anObjectIsThereUntilTheLastOfItsTasksIsReleased() {
        AutoCloseable first = shares.get(1, "a", () -> make("a"));
        assertThat(shares.<AutoCloseable>get(2, "a", () -> make("another"))).isSameAs(first);
        assertThat(shares.<AutoCloseable>get(1, "a", () -> make("another"))).isSameAs(first);
        shares.get(2, "b", () -> make("b"));
        shares.release(1);
        shares.release(1);
        shares.release(3);
        assertThat(closed).isEmpty();
        shares.release(2);
        assertThat(closed).containsExactlyInAnyOrder("a", "b");
        assertThat(shares.<AutoCloseable>get(1, "a", () -> make("again"))).isNotSameAs(first);
    }

    @Test
    void whoFailsToMakeAnObjectLeavesItToTheNextOne() {
        assertThatThrownBy(() -> shares.get(1, "a", () -> {
                    throw new IllegalStateException("no file");
                }))
                .hasMessage("no file");
        shares.get(2, "a", () -> make("a"));
        shares.release(1);
        assertThat(closed).isEmpty();
    }

    @Test
    void anErrorOfOneDoesNotKeepTheOthersOpen() {
        shares.get(1, "a", () -> () -> {
            throw new IllegalStateException("does not close");
        });
        shares.get(1, "b", () -> make("b"));
        shares.release(1);
        assertThat(closed).containsExactly("b");
    }
}
