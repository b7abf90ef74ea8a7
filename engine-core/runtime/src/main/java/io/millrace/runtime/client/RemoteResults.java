// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.client;

import io.millrace.runtime.service.ResultTarget;
import io.millrace.runtime.service.ResultsSource;
import java.util.HashMap;
import java.util.Map;

/** The way from a task of a results bolt in another process. */
final class RemoteResults implements ResultsSource {

    private final ExecutorLink link;
    private final int task;

    /** The numbers of the subscriptions. Guarded by itself. */
    private final Map<ResultTarget, Long> numbers = new HashMap<>();

    RemoteResults(ExecutorLink link, int task) {
        this.link = link;
        this.task = task;
    }

    ExecutorLink link() {
        return link;
    }

    /** A target that is subscribed already stays so. */
    @Override
    public void subscribe(ResultTarget target) {
        synchronized (numbers) {
            numbers.computeIfAbsent(target, none -> link.subscribe(task, target));
        }
    }

    @Override
    public void unsubscribe(ResultTarget target) {
        synchronized (numbers) {
            Long number = numbers.remove(target);
            if (number != null) {
                link.unsubscribe(task, number);
            }
        }
    }

    @Override
    public void roomMade() {
        link.roomMade();
    }
}
