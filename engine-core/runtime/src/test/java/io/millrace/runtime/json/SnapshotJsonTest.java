// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.json;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.metrics.ExecutorFigure;
import io.millrace.api.metrics.Stage;
import io.millrace.runtime.metrics.TaskCounters;
import io.millrace.runtime.metrics.WorkerCounters;
import io.millrace.runtime.metrics.WorkerSnapshot;
import io.millrace.runtime.plan.Specs;
import io.millrace.runtime.plan.TaskPlan;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Supervisors send the metrics of their workers as text. */
class SnapshotJsonTest {

    private static final TaskPlan PLAN =
            new TaskPlan(Specs.topology(Specs.spec("read", 10), Specs.sink("count", 10, "read")));

    private final WorkerCounters counters = WorkerCounters.inMemory("w1", 3, PLAN, List.of(PLAN.tasks()));

    private WorkerSnapshot throughJson() {
        return Json.read(Json.write(counters.snapshot(99)), WorkerSnapshot.class);
    }

    @Test
    void whatWasMeasuredComesBack() {
        TaskCounters task = counters.task(15);
        task.endToEnd().record(1000);
        task.inflow("read", "default").record(Stage.TRANSIT, 100);
        counters.task(4).stream(0).addSent(15, 1, 70);
        counters.task(4).stream(0).addSent(16, 1, 0);
        counters.executor(0).add(ExecutorFigure.BACK_PRESSURED_NANOS, 5);

        assertThat(throughJson()).usingRecursiveComparison().isEqualTo(counters.snapshot(99));
        assertThat(throughJson().traffic().get(0).edges()).hasSize(2);
        assertThat(throughJson().stages()).hasSize(1);
    }

    @Test
    void whatWasNotMeasuredTakesNoRoom() {
        assertThat(throughJson().traffic()).isEmpty();
        assertThat(throughJson().stages()).isEmpty();
        assertThat(new String(Json.write(counters.snapshot(99)), StandardCharsets.UTF_8))
                .contains("\"traffic\":[],\"stages\":[]")
                .contains("\"endToEnd\":\"\"");
    }

    @Test
    void aPairOfTasksTakesFewBytes() {
        int without = Json.write(counters.snapshot(99)).length;
        for (int source = 1; source <= 10; source++) {
            for (int target = 11; target <= 20; target++) {
                counters.task(source).stream(0).addSent(target, 1, 100);
            }
        }
        assertThat(Json.write(counters.snapshot(99)).length - without).isLessThan(100 * 20);
    }
}
