// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.metrics;

import java.util.List;

/**
 * The metrics of one executor of a worker, since that worker was started.
 *
 * @param executor index among the worker's executors, from 0
 * @param tasks the tasks that it runs, ascending
 */
public record ExecutorMetrics(String worker, int executor, List<Integer> tasks, Figures<ExecutorFigure> figures) {

    public long get(ExecutorFigure figure) {
        return figures.get(figure);
    }
}
