// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.task;

import io.millrace.api.Bolt;
import io.millrace.api.BoltCollector;
import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;
import io.millrace.storm.value.Boxes;
import java.util.List;

/** Takes the place of Storm's {@code ReturnResults}: answers the request to which a result belongs. */
public final class AnswerAdapter implements Bolt {

    private static final long serialVersionUID = 1L;

    private transient BoltCollector out;

    @Override
    public void prepare(TaskContext context, BoltCollector collector) {
        out = collector;
    }

    @Override
    public void execute(Tuple input) {
        List<Object> values = Boxes.unpack(input.values());
        out.answer(input, String.valueOf(values.get(0)));
        out.ack(input);
    }
}
