// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller;

import io.millrace.cluster.http.HealthRoutes;
import io.millrace.cluster.http.OpenApiDocument;
import io.millrace.cluster.http.Route;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * The controller's REST interface: the routes of its parts, its health, and their description. {@code HttpCluster} is
 * its client.
 */
final class ControllerApi {

    private ControllerApi() {}

    /** @param connected whether there is a connection to ZooKeeper */
    static List<Route> routes(BooleanSupplier connected, Stream<List<Route>> parts) {
        return Stream.concat(
                        parts,
                        Stream.of(HealthRoutes.of(connected), List.of(OpenApiDocument.route(ControllerApi.class))))
                .flatMap(List::stream)
                .toList();
    }
}
