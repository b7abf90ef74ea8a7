// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.http;

import static org.assertj.core.api.Assertions.assertThat;

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
 * Checks that an OpenAPI document describes the routes of a daemon. Its paths are written by hand, its schemas are made
 * from the records: {@code mvn -pl engine-core/cluster -am test -Dtest='*OpenApiTest'
 * -Dsurefire.failIfNoSpecifiedTests=false -Dmillrace.docs.write=true}
 */
public abstract class OpenApiContract {

    private static final Set<String> METHODS = Set.of("get", "put", "post", "delete", "patch");

    private final Path file;
    private final List<Route> routes;
    private final Class<?>[] records;

    /**
     * @param api the class beside which the document is
     * @param records the records in bodies and answers; nested ones need not be named
     */
    protected OpenApiContract(Class<?> api, List<Route> routes, Class<?>... records) {
        this.file = Path.of("src", "main", "resources")
                .resolve(api.getPackageName().replace('.', '/'))
                .resolve("openapi.json");
        this.routes = routes;
        this.records = records;
    }

    /** The common part of a route and an operation. */
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
        Map<String, Object> expected = new RecordSchemas().of(records);
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
                        route.right().always(),
                        route.mostBytes() > 0))
                .collect(Collectors.toSet());
    }

    private Set<Operation> described() throws IOException {
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
                                .map(OpenApiContract::map)
                                .filter(parameter -> in.equals(parameter.get("in")))
                                .map(parameter -> String.valueOf(parameter.get("name")))
                                .collect(Collectors.toSet());
    }

    private Stream<Map<?, ?>> operations() throws IOException {
        return map(document().get("paths")).values().stream()
                .flatMap(methods -> map(methods).values().stream())
                .map(OpenApiContract::map);
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

    private void write(Map<String, Object> schemas) throws IOException {
        Map<String, Object> document = new LinkedHashMap<>();
        document().forEach((name, value) -> document.put(String.valueOf(name), value));
        Map<String, Object> components = new LinkedHashMap<>();
        map(document.get("components")).forEach((name, value) -> components.put(String.valueOf(name), value));
        components.put("schemas", schemas);
        document.put("components", components);
        Files.writeString(file, Json.pretty(document) + "\n");
    }

    private Map<?, ?> schemas() throws IOException {
        return new TreeMap<>(map(map(document().get("components")).get("schemas")));
    }

    private Map<?, ?> document() throws IOException {
        return map(Json.tree(Files.readAllBytes(file), file.toString()));
    }

    private static Map<?, ?> map(Object value) {
        return (Map<?, ?>) value;
    }
}
