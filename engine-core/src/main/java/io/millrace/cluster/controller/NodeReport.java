package io.millrace.cluster.controller;

import io.millrace.cluster.supervisor.WorkerReport;

/** What the supervisor of a node says of one worker. */
record NodeReport(String node, WorkerReport worker) {}
