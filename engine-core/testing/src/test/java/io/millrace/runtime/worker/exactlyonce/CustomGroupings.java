// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker.exactlyonce;

import io.millrace.api.CustomGrouping;
import io.millrace.api.TaskContext;
import java.util.ArrayList;
import java.util.List;

/** Groupings that choose by the values alone. */
final class CustomGroupings {

    private CustomGroupings() {}

    /** Chooses one task, by key. */
    static final class ByKey implements CustomGrouping {

        private static final long serialVersionUID = 1L;
        private transient List<Integer> tasks;

        @Override
        public void prepare(TaskContext context, String stream, List<Integer> targetTasks) {
            tasks = new ArrayList<>(targetTasks);
        }

        @Override
        public List<Integer> chooseTasks(List<Object> values) {
            return List.of(tasks.get((int) ((Long) values.get(0) % tasks.size())));
        }
    }

    /** Chooses none, some or all tasks, by number. */
    static final class Some implements CustomGrouping {

        private static final long serialVersionUID = 1L;
        private transient List<Integer> tasks;

        @Override
        public void prepare(TaskContext context, String stream, List<Integer> targetTasks) {
            tasks = new ArrayList<>(targetTasks);
        }

        @Override
        public List<Integer> chooseTasks(List<Object> values) {
            return tasks.subList(0, (int) ((Long) values.get(1) % (tasks.size() + 1)));
        }
    }
}
