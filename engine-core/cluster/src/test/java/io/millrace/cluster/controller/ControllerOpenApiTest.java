package io.millrace.cluster.controller;

import io.millrace.api.config.Config;
import io.millrace.api.metrics.SnapshotMetrics;
import io.millrace.api.metrics.TopologyAlternatives;
import io.millrace.api.metrics.TopologyChannels;
import io.millrace.api.metrics.TopologyEngines;
import io.millrace.api.metrics.TopologyMetrics;
import io.millrace.api.metrics.TopologyWays;
import io.millrace.api.rebalance.RebalanceReport;
import io.millrace.api.rebalance.RebalanceRequest;
import io.millrace.cluster.controller.dashboard.ClusterOverview;
import io.millrace.cluster.controller.dashboard.Dashboard;
import io.millrace.cluster.controller.dashboard.HistoryPoints;
import io.millrace.cluster.controller.dashboard.LiveTopology;
import io.millrace.cluster.controller.metrics.SupervisorClient;
import io.millrace.cluster.http.NodeTargets;
import io.millrace.cluster.http.OpenApiContract;
import io.millrace.cluster.http.Problem;
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
import io.millrace.cluster.model.SubmitRequest;
import io.millrace.cluster.model.SubmitResponse;
import io.millrace.cluster.model.TopologyDescription;
import io.millrace.cluster.model.TrafficReport;

/** The controller's document. */
class ControllerOpenApiTest extends OpenApiContract {

    ControllerOpenApiTest() {
        super(
                ControllerApi.class,
                new ControllerApi(
                                new Controller(
                                        Config.empty(),
                                        false,
                                        null,
                                        null,
                                        null,
                                        null,
                                        null,
                                        new SupervisorClient(new NodeTargets("")),
                                        null,
                                        null,
                                        null,
                                        null,
                                        null,
                                        null,
                                        new Standing(() -> false, ""),
                                        () -> null,
                                        () -> {},
                                        null),
                                new Dashboard(null, null, () -> 0, () -> 0, () -> {}),
                                null,
                                null,
                                1,
                                () -> true)
                        .routes(),
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
                SnapshotMetrics.class,
                SubmitRequest.class,
                SubmitResponse.class,
                OrderRequest.class,
                TopologyDescription.class,
                TopologyAlternatives.class,
                TopologyChannels.class,
                TopologyEngines.class,
                TopologyMetrics.class,
                TopologyWays.class,
                TrafficReport.class);
    }
}
