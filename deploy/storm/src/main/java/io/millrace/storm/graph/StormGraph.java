// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.graph;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.storm.generated.ComponentCommon;
import org.apache.storm.generated.ComponentObject;
import org.apache.storm.generated.StormTopology;

/**
 * Reads spouts and bolts of a topology of Storm alike.
 *
 * @param topology the topology as Storm's submitter sends it
 */
public record StormGraph(StormTopology topology) {

    /** Returns the ids of all components in ascending order, which is that of their tasks. */
    public List<String> components() {
        Set<String> ids = new TreeSet<>(topology.get_spouts().keySet());
        ids.addAll(topology.get_bolts().keySet());
        return List.copyOf(ids);
    }

    public boolean isSpout(String id) {
        return topology.get_spouts().containsKey(id);
    }

    public ComponentCommon common(String id) {
        return isSpout(id)
                ? topology.get_spouts().get(id).get_common()
                : topology.get_bolts().get(id).get_common();
    }

    public ComponentObject object(String id) {
        return isSpout(id)
                ? topology.get_spouts().get(id).get_spout_object()
                : topology.get_bolts().get(id).get_bolt_object();
    }

    /** Returns the settings of a component as JSON; null if it has none. */
    public String settings(String id) {
        return common(id).get_json_conf();
    }
}
