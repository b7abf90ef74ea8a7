// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.blob;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.cluster.Records;
import io.millrace.cluster.http.HttpWire;
import io.millrace.cluster.http.NodeTargets;
import io.millrace.cluster.model.ControllerRecord;
import io.millrace.cluster.model.SupervisorRecord;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HttpBlobPeerTest {

    private static final NodeTargets NODES = new NodeTargets(HttpWire.PLAIN, "");

    private static final ControllerRecord LEADER = Records.controller("203.0.113.2", 7370, 1, "c2");
    private static final List<ControllerRecord> CONTROLLERS =
            List.of(Records.controller("127.0.0.1", 7370, 1, "c1"), LEADER);
    private static final List<SupervisorRecord> SUPERVISORS = List.of(
            Records.supervisor("n1", "localhost", 1, 1, 2, 4, "s1"),
            Records.supervisor("n2", "203.0.113.3", 2, 1, 2, 4, "s2"));

    @Test
    void everybodyButTheAskingProcessIsAskedTheLeaderFirst() {
        assertThat(HttpBlobPeer.others(Optional.of(LEADER), CONTROLLERS, SUPERVISORS, "s1", NODES))
                .extracting(HttpBlobPeer::toString)
                .containsExactly("http://203.0.113.2:7370", "http://127.0.0.1:7370", "http://203.0.113.3:2");
        assertThat(HttpBlobPeer.others(Optional.of(LEADER), CONTROLLERS, SUPERVISORS, "c2", NODES))
                .extracting(HttpBlobPeer::toString)
                .containsExactly("http://127.0.0.1:7370", "http://localhost:1", "http://203.0.113.3:2");
        assertThat(HttpBlobPeer.others(Optional.empty(), List.of(), List.of(), "c2", NODES))
                .isEmpty();
    }

    /** This holds for all names of this machine. */
    @Test
    void addressesOfThisMachineAreNotElsewhere() {
        assertThat(HttpBlobPeer.others(Optional.of(LEADER), CONTROLLERS, SUPERVISORS, "", NODES))
                .extracting(HttpBlobPeer::elsewhere)
                .containsExactly(true, false, false, true);
    }
}
