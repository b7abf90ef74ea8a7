// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.Topology;
import io.millrace.cluster.Records;
import io.millrace.cluster.model.AutoRebalanceRequest;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.EngineBoundsRequest;
import io.millrace.cluster.model.OrderRequest;
import io.millrace.cluster.model.SettingChange;
import io.millrace.cluster.model.SettingRequest;
import io.millrace.cluster.model.TopologyRecord;
import io.millrace.runtime.plan.Specs;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LiveSettingsTest {

    private final Topology graph = Specs.topology(Specs.spec("any", 2));
    private final TopologyRecord record = Records.submitted("t", "t-1", 2, Map.of("topology.workers", "2"));

    private Map<String, String> after(SettingChange change) {
        return LiveSettings.changed(record, graph, change.setting()).config();
    }

    private void refused(SettingChange change, String why) {
        assertThatThrownBy(() -> after(change))
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining(why);
    }

    @Test
    void aKeyThatMayChangeGetsTheValueAndOthersStay() {
        assertThat(after(new SettingRequest("topology.rebalance.auto", "true")))
                .isEqualTo(Map.of("topology.rebalance.auto", "true", "topology.workers", "2"))
                .isEqualTo(after(new AutoRebalanceRequest(true)));
    }

    @Test
    void otherKeysAndWrongValuesAreRefused() {
        refused(
                new SettingRequest("topology.workers", "3"),
                "'topology.workers' does not change while a topology runs");
        refused(
                new SettingRequest("topology.rebalance.auto", "yes"),
                "topology.rebalance.auto is 'yes': it takes true or false");
        refused(new SettingRequest("topology.rebalance.auto", null), "give both");
        refused(
                new SettingRequest("topology.engine.bounds", "any=1..2"),
                "names component 'any', which has no engines");
    }

    @Test
    void requestsForOnePartNameOneThatCanBeListed() {
        refused(
                new EngineBoundsRequest("a=b", "1..2"),
                "component 'a=b' with the bounds '1..2': give a component without");
        refused(new EngineBoundsRequest("a", "1,b=2"), "component 'a' with the bounds '1,b=2'");
        refused(new EngineBoundsRequest("any", "many"), "'many' engines: give MIN..MAX");
        refused(new OrderRequest("a,b", "ordered"), "stream 'a,b' with order 'ordered': give COMPONENT");
        refused(new OrderRequest("any", null), "stream 'any' with order 'null'");
    }
}
