// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.supervisor;

import io.millrace.cluster.http.OpenApiContract;
import io.millrace.cluster.http.Problem;
import io.millrace.cluster.model.FinishedTasks;
import io.millrace.cluster.model.LogLines;
import io.millrace.cluster.model.OfferResponse;
import io.millrace.cluster.model.WorkerReport;
import io.millrace.cluster.state.StateAnswer;
import io.millrace.runtime.metrics.TraceRecord;
import java.util.List;
import java.util.Map;

/** Checks a supervisor's document. */
class SupervisorOpenApiTest extends OpenApiContract {

    SupervisorOpenApiTest() {
        super(
                SupervisorApi.class,
                new SupervisorApi(
                                "n1",
                                null,
                                null,
                                null,
                                null,
                                null,
                                new SupervisorExposition("n1", 1, Map.of(), detail -> List.of()))
                        .routes(),
                FinishedTasks.class,
                LogLines.class,
                OfferResponse.class,
                Problem.class,
                StateAnswer.class,
                TraceRecord.class,
                WorkerReport.class);
    }
}
