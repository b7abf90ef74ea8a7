// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker.exactlyonce;

import io.millrace.api.OutputDeclarer;
import io.millrace.api.TaskContext;
import java.util.ArrayList;
import java.util.List;

/** The direct stream that each spout and bolt has beside its default stream. */
final class Direct {

    private Direct() {}

    static void declare(OutputDeclarer declarer) {
        declarer.declare("key", "number");
        declarer.declareDirect(Shape.DIRECT, "key", "number");
    }

    /** Returns the task of each component that subscribes to the direct stream, by key. */
    static List<Integer> targets(TaskContext context, Shape.Node node, long key) {
        List<Integer> targets = new ArrayList<>();
        for (String component : node.directTargets()) {
            List<Integer> tasks = context.tasksOf(component);
            targets.add(tasks.get((int) (key % tasks.size())));
        }
        return targets;
    }
}
