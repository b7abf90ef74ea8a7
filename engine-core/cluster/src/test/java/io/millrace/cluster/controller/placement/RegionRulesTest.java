// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Topology;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.cluster.Records;
import io.millrace.cluster.model.SupervisorRecord;
import io.millrace.cluster.registry.ClusterView;
import io.millrace.runtime.plan.Specs;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RegionRulesTest {

    private static final Topology TOPOLOGY = Specs.topology(
            Specs.in(List.of("eu"), Specs.spec("read", 1)),
            Specs.spec("pass", 1, "read"),
            Specs.in(List.of("us", "asia"), Specs.sink("count", 1, "pass")));

    private static ClusterView nodes(String... regions) {
        TreeMap<String, SupervisorRecord> nodes = new TreeMap<>();
        for (int i = 0; i < regions.length; i++) {
            String node = "n" + (i + 1);
            nodes.put(node, Records.supervisor(node, "host", 1, 1, 4, 4, node, regions[i]));
        }
        return Records.view(Optional.empty(), nodes, new TreeMap<>());
    }

    private static RegionRules rules(Config config) {
        return new RegionRules(TOPOLOGY, config);
    }

    @Test
    void theMissingNodesAreNamedWithThoseThatThereAre() {
        assertThat(rules(Config.empty()).missing(nodes("us", "default")))
                .isEqualTo("component 'read' may run only in eu, and no node there is up: there is n1 in us, n2 in"
                        + " default: start a supervisor with node.region=eu");
        assertThat(rules(Config.empty()).missing(nodes()))
                .isEqualTo(
                        "component 'read' may run only in eu, component 'count' may run only in us or asia, and no node"
                                + " there is up: there are no nodes: start a supervisor with node.region=eu, and one with"
                                + " node.region=us");
        assertThat(rules(Config.empty()).missing(nodes("asia", "eu"))).isEmpty();
    }

    @Test
    void componentsThatCannotShareAWorkerAreToldApart() {
        assertThat(rules(Config.empty()).apart(nodes("eu", "us"))).containsExactly("eu", "us or asia");
    }

    @Test
    void theTopologysRegionsAreThoseOfComponentsWithoutTheirOwn() {
        RegionRules rules = rules(Config.empty().with(TopologyKeys.REGIONS, "us, eu"));

        assertThat(rules.of("read")).containsExactly("eu");
        assertThat(rules.of("pass")).containsExactly("us", "eu");
    }

    /** This is the node of local mode. */
    @Test
    void aNodeOfEveryRegionRunsAll() {
        RegionRules rules = rules(Config.empty());
        ClusterView local = nodes(SupervisorRecord.EVERY_REGION);

        assertThat(rules.missing(local)).isEmpty();
        assertThat(rules.apart(local)).isEmpty();
        assertThat(rules.constraints("read", local.supervisors().values()).regions())
                .containsExactly(SupervisorRecord.EVERY_REGION);
    }
}
