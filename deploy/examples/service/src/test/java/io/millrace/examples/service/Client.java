// SPDX-License-Identifier: Apache-2.0
package io.millrace.examples.service;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** An HTTP client of the service. */
record Client(HttpClient http, URI service) {

    private static final Duration MOST = Duration.ofSeconds(60);

    static Client of(URI service) {
        return new Client(
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build(), service);
    }

    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return send("GET", path);
    }

    HttpResponse<String> post(String path) throws IOException, InterruptedException {
        return send("POST", path);
    }

    CompletableFuture<HttpResponse<String>> getAsync(String path) {
        return http.sendAsync(request("GET", path), BodyHandlers.ofString());
    }

    private HttpResponse<String> send(String method, String path) throws IOException, InterruptedException {
        return http.send(request(method, path), BodyHandlers.ofString());
    }

    private HttpRequest request(String method, String path) {
        return HttpRequest.newBuilder(service.resolve(path))
                .method(method, BodyPublishers.noBody())
                .timeout(MOST)
                .build();
    }
}
