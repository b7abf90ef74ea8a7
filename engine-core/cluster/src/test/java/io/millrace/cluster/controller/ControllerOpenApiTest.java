// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller;

import io.millrace.api.config.Config;
import io.millrace.api.metrics.SnapshotMetrics;
import io.millrace.api.metrics.TopologyAlternatives;
import io.millrace.api.metrics.TopologyChannels;
import io.millrace.api.metrics.TopologyEngines;
import io.millrace.api.metrics.TopologyMetrics;
import io.millrace.api.metrics.TopologyTraces;
import io.millrace.api.rebalance.RebalanceReport;
import io.millrace.api.rebalance.RebalanceRequest;
import io.millrace.cluster.blob.BlobRoutes;
import io.millrace.cluster.controller.dashboard.ClusterOverview;
import io.millrace.cluster.controller.dashboard.Dashboard;
import io.millrace.cluster.controller.dashboard.DashboardRoutes;
import io.millrace.cluster.controller.dashboard.HistoryPoints;
import io.millrace.cluster.controller.dashboard.LiveTopology;
import io.millrace.cluster.controller.metrics.SupervisorClient;
import io.millrace.cluster.http.HttpWire;
import io.millrace.cluster.http.NodeTargets;
import io.millrace.cluster.http.OpenApiContract;
import io.millrace.cluster.http.Problem;
import io.millrace.cluster.http.Route;
import io.millrace.cluster.model.AskAnswer;
import io.millrace.cluster.model.AutoRebalanceRequest;
import io.millrace.cluster.model.ControllerInfo;
import io.millrace.cluster.model.EngineBoundsRequest;
import io.millrace.cluster.model.LogLines;
import io.millrace.cluster.model.NodeInfo;
import io.millrace.cluster.model.OfferResponse;
import io.millrace.cluster.model.OrderRequest;
import io.millrace.cluster.model.RebalanceDecisions;
import io.millrace.cluster.model.RebalanceState;
import io.millrace.cluster.model.SavepointRecord;
import io.millrace.cluster.model.SavepointRequest;
import io.millrace.cluster.model.SettingRequest;
import io.millrace.cluster.model.SubmitRequest;
import io.millrace.cluster.model.SubmitResponse;
import io.millrace.cluster.model.TopologyDescription;
import io.millrace.cluster.model.TrafficReport;
import java.util.List;
import java.util.stream.Stream;

/** Checks the controller's document. */
class ControllerOpenApiTest extends OpenApiContract {

    ControllerOpenApiTest() {
        super(
                ControllerApi.class,
                routes(),
                AskAnswer.class,
                AutoRebalanceRequest.class,
                ClusterOverview.class,
                ControllerInfo.class,
                EngineBoundsRequest.class,
                LiveTopology.class,
                HistoryPoints.class,
                LogLines.class,
                NodeInfo.class,
                OfferResponse.class,
                Problem.class,
                RebalanceDecisions.class,
                RebalanceReport.class,
                RebalanceRequest.class,
                RebalanceState.class,
                SavepointRecord.class,
                SavepointRequest.class,
                SettingRequest.class,
                SnapshotMetrics.class,
                SubmitRequest.class,
                SubmitResponse.class,
                OrderRequest.class,
                TopologyDescription.class,
                TopologyAlternatives.class,
                TopologyChannels.class,
                TopologyEngines.class,
                TopologyMetrics.class,
                TopologyTraces.class,
                TrafficReport.class);
    }

    private static List<Route> routes() {
        Leader leader = new Leader(null, null, new Standing(() -> false, ""), null, () -> {});
        SubmittedFiles files = new SubmittedFiles(null, null, null, 1);
        SupervisorClient supervisors = new SupervisorClient(new NodeTargets(HttpWire.PLAIN, ""));
        return ControllerApi.routes(
                () -> true,
                Stream.of(
                        new Submissions(leader, files, null, null, Config.empty(), false, null).routes(),
                        files.routes(),
                        new TopologyViews(leader, null, supervisors, null, null, null).routes(),
                        new TopologyChanges(leader, null).routes(),
                        new RebalanceRequests(leader, null, null, null, null).routes(),
                        new SavepointRoutes(leader, null).routes(),
                        new AskRequests(leader, null, null).routes(),
                        new NodeRequests(leader, null, null).routes(),
                        BlobRoutes.of(null, null),
                        DashboardRoutes.of(new Dashboard(null, null, () -> 0, () -> 0, () -> {}))));
    }
}
