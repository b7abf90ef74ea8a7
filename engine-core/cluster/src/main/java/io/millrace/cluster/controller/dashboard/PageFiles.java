// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller.dashboard;

import io.millrace.cluster.http.Reply;
import io.millrace.cluster.http.Route;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The files of the page, from the jar. Only files of this list are served, so no path comes from a request. */
final class PageFiles {

    static final List<String> NAMES = List.of(
            "index.html",
            "page.css",
            "icon.svg",
            "app.js",
            "fetch.js",
            "dom.js",
            "leader.js",
            "format.js",
            "chart.js",
            "topologies.js",
            "graph.js",
            "history.js",
            "placement.js",
            "latency.js",
            "links.js",
            "rebalance.js",
            "stacks.js",
            "errors.js",
            "logs.js",
            "dagre.esm.js",
            "dagre.esm.js.LEGAL.txt");

    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "svg", "image/svg+xml",
            "txt", "text/plain; charset=utf-8");

    /**
     * The headers of all files: scripts, styles and data come from this server alone, and no other page may show this
     * one in a frame.
     */
    private static final Map<String, String> HEADERS = Map.of(
            "Content-Security-Policy",
            "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'",
            "Referrer-Policy",
            "no-referrer",
            "Cache-Control",
            "no-cache");

    private final Map<String, byte[]> files = new TreeMap<>();

    PageFiles() {
        for (String name : NAMES) {
            files.put(name, read(name));
        }
    }

    List<Route> routes() {
        return List.of(
                Route.get("/", request -> reply("index.html")),
                Route.get("/page/{file}", request -> reply(request.part("file"))));
    }

    private Reply reply(String name) {
        byte[] file = files.get(name);
        if (file == null) {
            throw new ClusterException(Reason.NOT_FOUND, "the page has no such file");
        }
        return new Reply(200, TYPES.get(name.substring(name.lastIndexOf('.') + 1)), file, HEADERS);
    }

    private static byte[] read(String name) {
        try (InputStream in = PageFiles.class.getResourceAsStream("page/" + name)) {
            if (in == null) {
                throw new IllegalStateException("page/" + name + " is missing in the engine's jar");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
