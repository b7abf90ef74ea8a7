// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.cluster.registry.Store.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** A copy whose reads and connection a test steps. */
class TreeCopyTest {

    private final TreeMap<String, Integer> tree = new TreeMap<>();
    private final List<String> heard = new ArrayList<>();
    private final TreeCopy copy =
            new TreeCopy(new FakeTree(), "/t", 2, Store.listener(this::heard, () -> heard.add("complete")), () -> {});
    private boolean lost;

    @Test
    void nothingIsShownBeforeAllIsRead() {
        plant("/t", "/t/a", "/t/b", "/t/a/x", "/t/a/y");

        assertThat(copy.step()).isTrue();
        assertThat(copy.step()).isTrue();

        assertThat(copy.complete()).isFalse();
        assertThat(shown()).isEmpty();
        while (copy.step()) {}
        assertThat(copy.complete()).isTrue();
        assertThat(shown()).isEqualTo(tree.keySet());
        assertThat(heard).endsWith("complete").hasSize(6);
    }

    @Test
    void aReadThatFailsLetsItBeReadAnew() {
        plant("/t", "/t/a", "/t/b", "/t/a/x");
        copy.step();
        copy.step();
        lost = true;
        assertThatThrownBy(copy::step).isInstanceOf(RegistryException.class);
        assertThatThrownBy(copy::step).isInstanceOf(RegistryException.class);
        assertThat(copy.complete()).isFalse();

        lost = false;
        // Nodes that were read before the loss may be gone
        tree.remove("/t/b");
        while (copy.step()) {}

        assertThat(copy.complete()).isTrue();
        assertThat(shown()).isEqualTo(tree.keySet());
    }

    @Test
    void aConnectionThatWasInterruptedBetweenTwoReadsLetsItBeReadAnew() {
        plant("/t", "/t/a", "/t/b", "/t/a/x");
        copy.step();
        copy.step();
        copy.interrupted();
        tree.remove("/t/a");
        tree.remove("/t/a/x");

        while (copy.step()) {}

        assertThat(shown()).isEqualTo(tree.keySet());
    }

    @Test
    void itIsNotCompleteFromAnInterruptionToTheNextReadingAndShowsWhatItHad() {
        plant("/t", "/t/a");
        while (copy.step()) {}
        heard.clear();

        copy.interrupted();
        plant("/t/b");
        tree.remove("/t/a");

        assertThat(copy.complete()).isFalse();
        copy.step();
        assertThat(shown()).containsExactly("/t", "/t/a");
        while (copy.step()) {}
        assertThat(copy.complete()).isTrue();
        assertThat(shown()).containsExactly("/t", "/t/b");
        assertThat(heard)
                .containsExactlyInAnyOrder("- /t/a", "+ /t/b", "complete")
                .endsWith("complete");
    }

    @Test
    void changesThatAreToldDuringTheReadingAreReadBeforeItIsComplete() {
        plant("/t", "/t/a", "/t/b");
        copy.step();
        tree.remove("/t/a");
        copy.changed("/t/a");
        copy.step();
        plant("/t/c");
        copy.changed("/t/c");

        while (!copy.complete()) {
            copy.step();
        }

        assertThat(shown()).containsExactly("/t", "/t/b", "/t/c");
    }

    @Test
    void itFollowsChanges() {
        plant("/t", "/t/a");
        while (copy.step()) {}
        heard.clear();

        tree.put("/t/a", 1);
        copy.changed("/t/a");
        plant("/t/b");
        copy.changed("/t/b");
        assertThat(copy.step()).isFalse();
        tree.remove("/t/a");
        copy.changed("/t/a");
        assertThat(copy.step()).isFalse();

        assertThat(shown()).containsExactly("/t", "/t/b");
        assertThat(heard).containsExactlyInAnyOrder("~ /t/a", "+ /t/b", "- /t/a");
    }

    private void plant(String... paths) {
        for (String path : paths) {
            tree.put(path, 0);
        }
    }

    private TreeSet<String> shown() {
        TreeSet<String> shown = new TreeSet<>();
        copy.nodes().forEach(node -> shown.add(node.path()));
        return shown;
    }

    private void heard(Node before, Node after) {
        heard.add(before == null ? "+ " + after.path() : (after == null ? "- " : "~ ") + before.path());
    }

    private final class FakeTree implements TreeCopy.Tree {

        @Override
        public void watch(TreeCopy own, String root) {
            check(root);
        }

        @Override
        public List<TreeCopy.Found> read(List<String> paths, boolean children) {
            return paths.stream().map(path -> read(path, children)).toList();
        }

        private TreeCopy.Found read(String path, boolean children) {
            check(path);
            if (!tree.containsKey(path)) {
                return TreeCopy.Found.NOTHING;
            }
            List<String> names = tree.keySet().stream()
                    .filter(other -> other.startsWith(path + "/") && other.lastIndexOf('/') == path.length())
                    .map(other -> other.substring(path.length() + 1))
                    .toList();
            return new TreeCopy.Found(new Node(path, new byte[0], tree.get(path), 0, 0), children ? names : List.of());
        }

        private void check(String path) {
            if (lost) {
                throw new RegistryException(RegistryException.Kind.UNAVAILABLE, path, null);
            }
        }
    }
}
