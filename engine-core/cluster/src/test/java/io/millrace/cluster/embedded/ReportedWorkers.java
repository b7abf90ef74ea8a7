// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.embedded;

import io.millrace.cluster.http.HttpTarget;
import io.millrace.cluster.model.RestPaths;
import io.millrace.cluster.model.WorkerReport;
import io.millrace.runtime.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** The reports of a supervisor, read directly. */
final class ReportedWorkers {

    private ReportedWorkers() {}

    static List<WorkerReport> of(int port) {
        try {
            byte[] answer = new HttpTarget("127.0.0.1", port, null).get(RestPaths.WORKERS);
            return Json.readList(answer, WorkerReport.class);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
