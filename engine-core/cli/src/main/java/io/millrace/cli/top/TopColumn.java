// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.top;

import java.util.Comparator;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** A sort column of the table of components: names ascending, numbers descending. */
public enum TopColumn {
    COMPONENT(TopReport.Component::component),
    TASKS(TopReport.Component::tasks),
    EXECUTED(TopReport.Component::executedPerSecond),
    EMITTED(TopReport.Component::emittedPerSecond),
    ACKED(TopReport.Component::ackedPerSecond),
    FAILED(TopReport.Component::failedPerSecond),
    ERRORS(TopReport.Component::errors),
    SLOW(TopReport.Component::slowCalls),
    PENDING(TopReport.Component::pending),
    INBOX(TopReport.Component::inbox),
    OUTBOX(TopReport.Component::outbox),
    WAIT((TopReport.Component component) -> component.queueWait().p99Nanos()),
    EXECUTE((TopReport.Component component) -> component.execute().p99Nanos()),
    CAPACITY(TopReport.Component::capacity);

    private final Comparator<TopReport.Component> order;

    TopColumn(ToDoubleFunction<TopReport.Component> number) {
        this.order = Comparator.comparingDouble(number).reversed();
    }

    TopColumn(Function<TopReport.Component, String> name) {
        this.order = Comparator.comparing(name);
    }

    Comparator<TopReport.Component> order() {
        return order;
    }
}
