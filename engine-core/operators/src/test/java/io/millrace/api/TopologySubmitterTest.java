// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import static io.millrace.api.Samples.problems;
import static io.millrace.api.Samples.withLines;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.config.Config;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The submissions of a main class go to the program that runs it, and are checked on the way. */
@Timeout(30)
class TopologySubmitterTest {

    private final Topology topology = withLines().build();
    private final List<String> submitted = new ArrayList<>();

    private List<String> submit(String name, Topology graph, Config config) {
        return problems(() -> TopologySubmitter.with(
                (accepted, ignored, alsoIgnored) -> submitted.add(accepted),
                () -> TopologySubmitter.submit(name, graph, config)));
    }

    @Test
    void handsOverToTheTarget() {
        assertThat(submit("words", topology, Config.empty().with("app.x", 1))).isEmpty();
        assertThat(submitted).containsExactly("words");
    }

    @Test
    void alsoFromAThreadOfTheMainClass() {
        TopologySubmitter.with((name, graph, config) -> submitted.add(name), () -> {
            Thread thread = new Thread(() -> TopologySubmitter.submit("words", topology, Config.empty()));
            thread.start();
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        assertThat(submitted).containsExactly("words");
    }

    @Test
    void refusesWithoutTarget() {
        String mistake = "no cluster to submit 'words' to: start this jar with 'millrace submit' or 'millrace local',"
                + " or embed the engine with Millrace.local()";
        assertThat(problems(() -> TopologySubmitter.submit("words", topology, Config.empty())))
                .containsExactly(mistake);
        Runnable failing = () -> {
            throw new IllegalStateException("main");
        };
        assertThatThrownBy(() -> TopologySubmitter.with((name, graph, config) -> {}, failing))
                .hasMessage("main");
        assertThat(problems(() -> TopologySubmitter.submit("words", topology, Config.empty())))
                .containsExactly(mistake);
    }

    @Test
    void anInnerRunGivesTheTargetBack() {
        TopologySubmitter.with((name, graph, config) -> submitted.add("outer " + name), () -> {
            TopologySubmitter.with(
                    (name, graph, config) -> submitted.add("inner " + name),
                    () -> TopologySubmitter.submit("a", topology, Config.empty()));
            TopologySubmitter.submit("b", topology, Config.empty());
        });
        assertThat(submitted).containsExactly("inner a", "outer b");
    }

    @Test
    void refusesIllFormedNames() {
        assertThat(submit("../etc", topology, Config.empty()))
                .containsExactly(
                        "topology '../etc': its name has other characters than names may have: use letters A to"
                                + " Z, digits, '_', and after the first also '-' and '.'");
        assertThat(submit("", topology, Config.empty())).containsExactly("topology '': its name is blank: name it");
        assertThat(submit(null, topology, Config.empty())).containsExactly("the name of the topology is null: name it");
        assertThat(submitted).isEmpty();
    }

    @Test
    void refusesNullsAndUnknownSettings() {
        assertThat(submit("words", null, Config.empty()))
                .containsExactly("topology 'words': its graph is null: give one");
        assertThat(submit("words", topology, null))
                .containsExactly("topology 'words': its configuration is null: give one");
        assertThat(submit("words", topology, Config.empty().with("topology.worker", 2)))
                .containsExactly("unknown setting 'topology.worker': did you mean 'topology.workers'?");
        assertThat(submitted).isEmpty();
    }
}
