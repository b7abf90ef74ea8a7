// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.traffic;

import io.millrace.cluster.model.TrafficReport;
import io.millrace.cluster.model.TrafficReport.ComponentFlow;
import io.millrace.cluster.model.TrafficReport.Distance;
import io.millrace.cluster.model.TrafficReport.Flow;
import io.millrace.cluster.model.TrafficReport.TaskLoad;
import io.millrace.runtime.plan.TaskPair;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Builds the traffic report for clients; pure. */
final class TrafficReports {

    private record Components(String source, String target) {}

    private TrafficReports() {}

    static TrafficReport nothing(String name, Duration interval) {
        return new TrafficReport(name, false, interval.toNanos() / 1e9, 0, List.of(), List.of(), List.of());
    }

    static TrafficReport of(String name, Duration interval, double ageSeconds, MeasuredTraffic measured) {
        List<Flow> flows = measured.messagesPerSecond().entrySet().stream()
                .map(entry -> flow(entry.getKey(), entry.getValue(), measured))
                .sorted(Comparator.comparingInt(Flow::sourceTask).thenComparingInt(Flow::targetTask))
                .toList();
        List<TaskLoad> tasks = measured.cpu().entrySet().stream()
                .map(entry -> load(entry.getKey(), entry.getValue(), measured.places()))
                .sorted(Comparator.comparingInt(TaskLoad::task))
                .toList();
        return new TrafficReport(name, true, interval.toNanos() / 1e9, ageSeconds, components(flows), flows, tasks);
    }

    private static Flow flow(TaskPair pair, double messages, MeasuredTraffic measured) {
        TaskLocation source = measured.places().get(pair.source());
        TaskLocation target = measured.places().get(pair.target());
        return new Flow(
                source == null ? "" : source.component(),
                pair.source(),
                target == null ? "" : target.component(),
                pair.target(),
                messages,
                measured.bytesPerSecond().getOrDefault(pair, 0.0),
                TaskLocation.between(source, target));
    }

    private static TaskLoad load(int task, double cpu, Map<Integer, TaskLocation> places) {
        TaskLocation place = places.get(task);
        return new TaskLoad(task, place.component(), place.worker(), place.node(), place.executor(), cpu);
    }

    private static List<ComponentFlow> components(List<Flow> flows) {
        Map<Components, List<Flow>> byComponents = new LinkedHashMap<>();
        for (Flow flow : flows) {
            byComponents
                    .computeIfAbsent(new Components(flow.source(), flow.target()), none -> new ArrayList<>())
                    .add(flow);
        }
        List<ComponentFlow> components = new ArrayList<>();
        byComponents.forEach((pair, of) -> components.add(new ComponentFlow(
                pair.source(),
                pair.target(),
                of.stream().mapToDouble(Flow::messagesPerSecond).sum(),
                of.stream().mapToDouble(Flow::bytesPerSecond).sum(),
                share(of, Distance.EXECUTOR),
                share(of, Distance.WORKER),
                share(of, Distance.NODE),
                share(of, Distance.REMOTE))));
        return components;
    }

    /** Returns the share of messages, 0 to 1; 0 if there are none. */
    private static double share(List<Flow> flows, Distance distance) {
        double all = flows.stream().mapToDouble(Flow::messagesPerSecond).sum();
        double some = flows.stream()
                .filter(flow -> flow.distance() == distance)
                .mapToDouble(Flow::messagesPerSecond)
                .sum();
        return all == 0 ? 0 : some / all;
    }
}
