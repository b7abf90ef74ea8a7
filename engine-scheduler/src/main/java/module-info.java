// SPDX-License-Identifier: Apache-2.0
/** Which task runs where: pure functions on a weighted graph, and problems as JSON. */
module io.millrace.scheduler {
    requires com.fasterxml.jackson.core;
    requires transitive com.fasterxml.jackson.databind;

    exports io.millrace.scheduler;
    exports io.millrace.scheduler.algorithms;
    exports io.millrace.scheduler.evaluate;
    exports io.millrace.scheduler.explain;
    exports io.millrace.scheduler.json;
    exports io.millrace.scheduler.model;
    exports io.millrace.scheduler.partition;
    exports io.millrace.scheduler.plan;
    exports io.millrace.scheduler.reschedule;
}
