// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.SubmittedTopology;
import io.millrace.api.Topology;
import io.millrace.api.TopologySubmitter;
import io.millrace.api.config.Config;
import io.millrace.api.error.TopologyException;
import io.millrace.storm.jar.BadMains;
import org.junit.jupiter.api.Test;

/** Each jar that cannot run is refused with one line. */
class BadJarsTest {

    @Test
    void noMainClass() {
        assertThatThrownBy(BadJarsTest::run)
                .isInstanceOf(TopologyException.class)
                .hasMessage("no main class: name it after the jar, as in"
                        + " 'millrace submit --storm topology.jar com.example.Main'");
    }

    @Test
    void unknownClass() {
        assertThatThrownBy(() -> run("com.example.Nowhere"))
                .hasMessage("class com.example.Nowhere is neither in the jar nor in its libraries: check its name");
    }

    @Test
    void classWithoutMain() {
        assertThatThrownBy(() -> run(BadMains.class.getName()))
                .hasMessage(BadMains.class.getName()
                        + " has no main method: declare 'public static void main(String[] args)'");
    }

    @Test
    void nothingSubmitted() {
        assertThatThrownBy(() -> run(BadMains.Nothing.class.getName()))
                .hasMessageStartingWith(BadMains.Nothing.class.getName() + " submitted nothing: its main method must");
    }

    @Test
    void submittedTwice() {
        assertThatThrownBy(() -> run(BadMains.Twice.class.getName()))
                .hasMessage("the main class submits topology 'twice' twice: submit it once, or under another name");
    }

    @Test
    void notSerializable() {
        assertThatThrownBy(() -> run(BadMains.NotSerializable.class.getName()))
                .hasMessageContaining(BadMains.NotSerializable.class.getName())
                .hasMessageContaining("java.lang.Object")
                .hasMessageContaining("serializ")
                .hasMessageNotContaining("\n");
    }

    @Test
    void olderThanStorm1() {
        assertThatThrownBy(() -> run(BadMains.Old.class.getName()))
                .hasMessage(BadMains.Old.class.getName() + " was compiled against Storm 0.x (it uses"
                        + " backtype.storm.topology.TopologyBuilder), whose packages had other names: compile it"
                        + " against Storm 1.0 or later");
    }

    @Test
    void moduleOfStormThatIsMissing() {
        assertThatThrownBy(() -> run(BadMains.NoModule.class.getName()))
                .hasMessage(BadMains.NoModule.class.getName()
                        + " needs class org.apache.storm.kafka.spout.KafkaSpout, which"
                        + " is not there: name the module of Storm that has it by --storm-lib, such as --storm-lib"
                        + " org.apache.storm:storm-kafka-client:2.8.3");
    }

    @Test
    void classThatStorm2HasDropped() {
        assertThatThrownBy(() -> run(BadMains.Dropped.class.getName()))
                .hasMessage(BadMains.Dropped.class.getName()
                        + " needs class org.apache.storm.transactional.TransactionalTopologyBuilder, which is not"
                        + " there: Storm 2 has dropped it, or a module has it: name that by --storm-lib, such as"
                        + " --storm-lib org.apache.storm:storm-kafka-client:2.8.3");
    }

    @Test
    void localClusterOfStorm1() {
        assertThatThrownBy(() -> run(BadMains.LocalOfStorm1.class.getName()))
                .hasMessage(BadMains.LocalOfStorm1.class.getName()
                        + " calls LocalCluster as Storm 1 had it, and Storm 2 has not: let it submit as to a cluster,"
                        + " which examples of Storm do if an argument names the topology");
    }

    @Test
    void libraryThatIsMissing() {
        assertThatThrownBy(() -> run(BadMains.NoLibrary.class.getName()))
                .hasMessage(BadMains.NoLibrary.class.getName()
                        + " needs class com.example.Library, which is not there: put it into the jar, or name its jar"
                        + " by --lib");
    }

    @Test
    void mainThrows() {
        assertThatThrownBy(() -> run(BadMains.Throws.class.getName()))
                .hasMessageStartingWith("the main method of " + BadMains.Throws.class.getName()
                        + " threw java.lang.IllegalStateException: no luck at ");
    }

    @Test
    void requestsToTrident() {
        assertThatThrownBy(() -> run(BadMains.TridentRequests.class.getName()))
                .hasMessageContaining(
                        "asks Storm's DRPC servers for requests, which are not there: Trident's newDRPCStream");
    }

    private static void run(String... words) {
        TopologySubmitter.with(
                new TopologySubmitter.Target() {
                    @Override
                    public void submit(String name, Topology topology, Config config) {}

                    @Override
                    public SubmittedTopology submitted(String name) {
                        throw new TopologyException("not asked for");
                    }
                },
                () -> StormMain.main(words));
    }
}
