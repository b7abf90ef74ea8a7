// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.Grouping;
import io.millrace.api.Topology;
import org.junit.jupiter.api.Test;

class TaskPlanTest {

    private final Topology topology = Specs.topology(
            Specs.spec("read", 2), Specs.spec("split", 3, "read"), Specs.spec("count", 1, "split", "read"));
    private final TaskPlan plan = new TaskPlan(topology);

    @Test
    void idsFollowTheOrderOfComponents() {
        assertThat(plan.tasks()).containsExactly(1, 2, 3, 4, 5, 6);
        assertThat(plan.taskCount()).isEqualTo(6);
        assertThat(plan.tasksOf("read")).containsExactly(1, 2);
        assertThat(plan.tasksOf("split")).containsExactly(3, 4, 5);
        assertThat(plan.componentOf(6)).isEqualTo("count");
        assertThat(plan.specOf(3)).isEqualTo(plan.component("split"));
        assertThat(plan.indexOf(1)).isZero();
        assertThat(plan.indexOf(5)).isEqualTo(2);
    }

    @Test
    void dormantTasksHaveTheIdsBehindAllOthers() {
        Topology growing = Specs.topology(
                Specs.spec("read", 2),
                Specs.growing(3, Specs.spec("split", 1, "read")),
                Specs.growing(2, Specs.spec("count", 1, "split")));
        TaskPlan all = TaskPlan.withDormant(growing);

        assertThat(new TaskPlan(growing).tasks()).containsExactly(1, 2, 3, 4);
        assertThat(new TaskPlan(growing).dormant()).isEmpty();
        assertThat(all.tasks()).containsExactly(1, 2, 3, 4, 5, 6, 7);
        assertThat(all.dormant()).containsExactly(5, 6, 7);
        assertThat(all.tasksOf("split")).containsExactly(3, 5, 6);
        assertThat(all.tasksOf("count")).containsExactly(4, 7);
        assertThat(all.componentOf(6)).isEqualTo("split");
        assertThat(all.indexOf(6)).isEqualTo(2);
    }

    @Test
    void whatDoesNotExistIsNamedBesideWhatDoes() {
        for (int task : new int[] {-1, 0, 7}) {
            assertThat(plan.hasTask(task)).isFalse();
            assertThatThrownBy(() -> plan.componentOf(task))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("there is no task " + task + ": the topology has 1 to 6");
        }
        assertThatThrownBy(() -> plan.tasksOf("cuont"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("there is no component 'cuont': the topology has read, split, count");
        assertThatThrownBy(() -> plan.component("x")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void subscribersAreFoundByStream() {
        Subscriptions subscriptions = new Subscriptions(topology.components());

        assertThat(subscriptions.of("read", "default"))
                .containsExactly(
                        new Subscriptions.Subscriber(plan.component("split"), new Grouping.Shuffle()),
                        new Subscriptions.Subscriber(plan.component("count"), new Grouping.Shuffle()));
        assertThat(subscriptions.of("count", "default")).isEmpty();
        assertThat(subscriptions.of("read", "other")).isEmpty();
        assertThat(subscriptions.connected("count", "read")).isTrue();
        assertThat(subscriptions.connected("read", "count")).isTrue();
        assertThat(subscriptions.connected("read", "read")).isFalse();
    }
}
