// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller;

import io.millrace.api.rebalance.RebalanceReport;
import io.millrace.cluster.http.Request;
import io.millrace.cluster.model.AnsweredRequest;
import io.millrace.cluster.model.RestPaths;
import io.millrace.cluster.model.TopologyInfo;
import io.millrace.cluster.model.TopologyRecord;
import io.millrace.cluster.registry.Registry;
import io.millrace.runtime.json.Json;
import java.util.Optional;

/**
 * Recognises a request for a change that has been made already, as clients repeat a request whose answer was lost.
 * Reads the registry, because the change may be newer than this controller's view. HTTP threads call.
 */
final class RepeatedRequests {

    private final Registry registry;

    RepeatedRequests(Registry registry) {
        this.registry = registry;
    }

    /** Returns the answer to this submission; empty if the topology was not submitted by it. */
    Optional<TopologyInfo> submitted(String name, String requestId) {
        return registry.readTopology(name)
                .flatMap(topology ->
                        registry.readSubmission(name, topology.value().id()))
                .filter(answered -> answered.answers(requestId))
                .map(answered -> Json.read(answered.answer(), TopologyInfo.class));
    }

    /**
     * Returns the answer to this request for a rebalance; empty if the topology's last rebalance is that of another
     * request.
     */
    Optional<RebalanceReport> rebalanced(TopologyRecord topology, String requestId) {
        return registry.readRebalanceRequest(topology.name(), topology.id())
                .filter(answered -> answered.answers(requestId))
                .map(answered -> Json.read(answered.answer(), RebalanceReport.class));
    }

    /** Returns the id of a request that the client repeats when the answer is lost; empty if it gives none. */
    static String id(Request request) {
        return AnsweredRequest.checkedId(request.query().get(RestPaths.REQUEST_ID));
    }

    /** Returns the record of the answer, which is kept with the change. */
    static AnsweredRequest answered(String requestId, Object answer) {
        return requestId.isEmpty() ? AnsweredRequest.NONE : new AnsweredRequest(requestId, Json.write(answer));
    }
}
