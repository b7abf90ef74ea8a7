// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.plan;

import io.millrace.api.FedSpout;
import io.millrace.api.Fields;
import io.millrace.api.error.TopologyException;
import java.nio.charset.StandardCharsets;
import org.apache.storm.drpc.DRPCSpout;
import org.apache.storm.drpc.KeyedFairBolt;
import org.apache.storm.drpc.ReturnResults;
import org.apache.storm.generated.ComponentObject;

/** Knows the parts of Storm by which topologies answer requests (DRPC), and what takes their place. Stateless. */
final class Requests {

    private Requests() {}

    static boolean isSource(Object spout) {
        return spout.getClass() == DRPCSpout.class;
    }

    static boolean isEnd(Object bolt) {
        return bolt.getClass() == ReturnResults.class;
    }

    /** Whether a bolt emits on a thread of its own for which its task never waits. */
    static boolean hasThread(Object bolt) {
        return bolt instanceof KeyedFairBolt;
    }

    /** Returns the spout that takes requests from services and from {@code millrace ask}. */
    static FedSpout source() {
        return new FedSpout(Fields.of("args", "return-info"), Fields.of("result"), 0);
    }

    /**
     * Refuses a component that holds a source of requests inside, as Trident does.
     *
     * @throws TopologyException naming the component
     */
    static void refuseHidden(String id, ComponentObject object) {
        // Serialized objects name their classes in Latin letters
        if (object.is_set_serialized_java()
                && new String(object.get_serialized_java(), StandardCharsets.ISO_8859_1)
                        .contains(DRPCSpout.class.getName())) {
            throw new TopologyException("component '" + id + "' asks Storm's DRPC servers for requests, which are not"
                    + " there: Trident's newDRPCStream does not run here; LinearDRPCTopologyBuilder does, or feed the"
                    + " topology by Spouts.fed");
        }
    }
}
