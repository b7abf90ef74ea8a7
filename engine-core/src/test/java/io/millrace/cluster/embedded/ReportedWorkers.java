package io.millrace.cluster.embedded;

import io.millrace.cluster.http.HttpTarget;
import io.millrace.cluster.supervisor.SupervisorDaemon;
import io.millrace.cluster.supervisor.WorkerReport;
import io.millrace.runtime.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** What a supervisor says of its workers when it is asked directly. */
final class ReportedWorkers {

    private ReportedWorkers() {}

    static List<WorkerReport> of(int port) {
        try {
            byte[] answer = new HttpTarget("127.0.0.1", port, null).get(SupervisorDaemon.WORKERS_PATH);
            return Json.readList(answer, WorkerReport.class);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
