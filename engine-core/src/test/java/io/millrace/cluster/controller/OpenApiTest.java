package io.millrace.cluster.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.config.Config;
import io.millrace.api.metrics.SnapshotMetrics;
import io.millrace.api.metrics.TopologyMetrics;
import io.millrace.api.rebalance.RebalanceReport;
import io.millrace.api.rebalance.RebalanceRequest;
import io.millrace.cluster.controller.dashboard.ClusterOverview;
import io.millrace.cluster.controller.dashboard.Dashboard;
import io.millrace.cluster.controller.dashboard.HistoryPoints;
import io.millrace.cluster.controller.dashboard.LiveTopology;
import io.millrace.cluster.http.Problem;
import io.millrace.cluster.http.Route;
import io.millrace.cluster.model.AskAnswer;
import io.millrace.cluster.model.AutoRebalanceRequest;
import io.millrace.cluster.model.ControllerInfo;
import io.millrace.cluster.model.LogLines;
import io.millrace.cluster.model.NodeInfo;
import io.millrace.cluster.model.OfferResponse;
import io.millrace.cluster.model.RebalanceDecisions;
import io.millrace.cluster.model.RebalanceState;
import io.millrace.cluster.model.SavepointRecord;
import io.millrace.cluster.model.SavepointRequest;
import io.millrace.cluster.model.SubmitRequest;
import io.millrace.cluster.model.SubmitResponse;
import io.millrace.cluster.model.TopologyDescription;
import io.millrace.cluster.model.TrafficReport;
import io.millrace.runtime.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The OpenAPI document says what the controller serves. Its paths are written by hand, its schemas are made from the records:
 * {@code mvn -pl engine-core -am test -Dtest=OpenApiTest -Dsurefire.failIfNoSpecifiedTests=false
 * -Dmillrace.docs.write=true}
 */
class OpenApiTest {

    private static final Path FILE =
            Path.of("src", "main", "resources", "io", "millrace", "cluster", "controller", "openapi.json");
    private static final Set<String> METHODS = Set.of("get", "put", "post", "delete", "patch");

    private final List<Route> routes = new ControllerApi(
                    new Controller(
                            Config.empty(),
                            false,
                            null,
                            null,
                            null,
                            null,
                            null,
                            null,
                            null,
                            null,
                            null,
                            null,
                            null,
                            null,
                            () -> false,
                            () -> null,
                            () -> {},
                            null),
                    new Dashboard(null, null, () -> 0, () -> 0, () -> {}),
                    null,
                    null,
                    1,
                    () -> true)
            .routes();

    /** What a route and an operation have in common. */
    private record Operation(
            String method, String path, Set<String> pathParameters, Set<String> query, boolean token, boolean body) {}

    @Test
    void everyRouteIsDescribedAndEveryDescriptionIsARoute() throws IOException {
        assertThat(described()).containsExactlyInAnyOrderElementsOf(served());
    }

    @Test
    void everyOperationHasAnIdOfItsOwnAndASummary() throws IOException {
        List<Map<?, ?>> operations = operations().toList();
        assertThat(operations)
                .extracting(operation -> operation.get("operationId"))
                .doesNotContainNull()
                .doesNotHaveDuplicates();
        assertThat(operations).extracting(operation -> operation.get("summary")).doesNotContainNull();
    }

    @Test
    void schemasAreThoseOfTheRecords() throws IOException {
        Map<String, Object> expected = new RecordSchemas()
                .of(
                        AskAnswer.class,
                        AutoRebalanceRequest.class,
                        ClusterOverview.class,
                        ControllerInfo.class,
                        LiveTopology.class,
                        HistoryPoints.class,
                        LogLines.class,
                        NodeInfo.class,
                        OfferResponse.class,
                        Problem.class,
                        RebalanceDecisions.class,
                        RebalanceReport.class,
                        RebalanceRequest.class,
                        RebalanceState.class,
                        SavepointRecord.class,
                        SavepointRequest.class,
                        SnapshotMetrics.class,
                        SubmitRequest.class,
                        SubmitResponse.class,
                        TopologyDescription.class,
                        TopologyMetrics.class,
                        TrafficReport.class);
        if (Boolean.getBoolean("millrace.docs.write")) {
            write(expected);
        }
        assertThat(Json.pretty(schemas()))
                .as("write it again as the javadoc of this test says")
                .isEqualTo(Json.pretty(expected));
    }

    @Test
    void everyReferenceLeadsToASchema() throws IOException {
        Set<String> references = new TreeSet<>();
        collect(document(), references);
        for (String reference : references) {
            Object at = document();
            for (String step : reference.substring(2).split("/")) {
                at = ((Map<?, ?>) at).get(step);
                assertThat(at).as(reference).isNotNull();
            }
        }
    }

    private Set<Operation> served() {
        return routes.stream()
                .map(route -> new Operation(
                        route.method(),
                        route.pattern(),
                        Stream.of(route.pattern().split("/"))
                                .filter(part -> part.startsWith("{"))
                                .map(part -> part.substring(1, part.length() - 1))
                                .collect(Collectors.toSet()),
                        route.parameters(),
                        route.change(),
                        route.mostBytes() > 0))
                .collect(Collectors.toSet());
    }

    private static Set<Operation> described() throws IOException {
        Set<Operation> all = new HashSet<>();
        map(document().get("paths"))
                .forEach((path, methods) -> map(methods).forEach((method, operation) -> {
                    assertThat(METHODS).contains(String.valueOf(method));
                    all.add(new Operation(
                            String.valueOf(method).toUpperCase(Locale.ROOT),
                            String.valueOf(path),
                            parameters(map(operation), "path"),
                            parameters(map(operation), "query"),
                            map(operation).containsKey("security"),
                            map(operation).containsKey("requestBody")));
                }));
        return all;
    }

    private static Set<String> parameters(Map<?, ?> operation, String in) {
        Object parameters = operation.get("parameters");
        return parameters == null
                ? Set.of()
                : ((List<?>) parameters)
                        .stream()
                                .map(OpenApiTest::map)
                                .filter(parameter -> in.equals(parameter.get("in")))
                                .map(parameter -> String.valueOf(parameter.get("name")))
                                .collect(Collectors.toSet());
    }

    private static Stream<Map<?, ?>> operations() throws IOException {
        return map(document().get("paths")).values().stream()
                .flatMap(methods -> map(methods).values().stream())
                .map(OpenApiTest::map);
    }

    private static void collect(Object value, Set<String> references) {
        if (value instanceof Map<?, ?> fields) {
            fields.forEach((name, of) -> {
                if (name.equals("$ref")) {
                    references.add(String.valueOf(of));
                }
                collect(of, references);
            });
        } else if (value instanceof Collection<?> elements) {
            elements.forEach(element -> collect(element, references));
        }
    }

    private static void write(Map<String, Object> schemas) throws IOException {
        Map<String, Object> document = new LinkedHashMap<>();
        document().forEach((name, value) -> document.put(String.valueOf(name), value));
        Map<String, Object> components = new LinkedHashMap<>();
        map(document.get("components")).forEach((name, value) -> components.put(String.valueOf(name), value));
        components.put("schemas", schemas);
        document.put("components", components);
        Files.writeString(FILE, Json.pretty(document) + "\n");
    }

    private static Map<?, ?> schemas() throws IOException {
        return new TreeMap<>(map(map(document().get("components")).get("schemas")));
    }

    private static Map<?, ?> document() throws IOException {
        return map(Json.tree(Files.readAllBytes(FILE), FILE.toString()));
    }

    private static Map<?, ?> map(Object value) {
        return (Map<?, ?>) value;
    }
}
