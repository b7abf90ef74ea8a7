// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.config.Config;
import io.millrace.cluster.http.HttpDaemon;
import io.millrace.cluster.http.RestAccess;
import io.millrace.cluster.http.Right;
import io.millrace.cluster.http.Route;
import io.millrace.runtime.settings.ClusterKeys;
import io.millrace.scheduler.Algorithms;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PageFilesTest {

    private static final String DAGRE = "dagre.esm.js";

    @Test
    void allFilesOfTheDirectoryAreServedAndNoOthers() throws Exception {
        try (Stream<Path> files = Files.list(directory())) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(PageFiles.NAMES);
        }
        assertThat(new PageFiles().routes())
                .allMatch(route -> route.method().equals("GET") && route.right() == Right.READ);
        assertThat(new PageFiles().routes()).extracting(Route::pattern).containsExactly("/", "/page/{file}");
    }

    @Test
    void everyImportIsAFileOfThePage() throws Exception {
        Pattern imports = Pattern.compile("from '\\./([^']+)'");
        for (String name : own()) {
            Matcher found = imports.matcher(read(name));
            while (found.find()) {
                assertThat(PageFiles.NAMES).as(name).contains(found.group(1));
            }
        }
    }

    @Test
    void nothingIsLoadedFromElsewhereAndNoTextBecomesMarkup() throws Exception {
        for (String name : own()) {
            String text = read(name).replace("http://www.w3.org/2000/svg", "");
            assertThat(text).as(name).doesNotContain("http:", "https:", "innerHTML", "outerHTML", "insertAdjacentHTML");
            assertThat(text).as(name).doesNotContain("eval(", "new Function", "document.write", "setAttribute('style'");
        }
        assertThat(read("index.html")).doesNotContain("<script>", "style=", "onclick");
    }

    @Test
    void aBrowserIsToldToRunNothingElseAndGetsNoOtherFile() throws Exception {
        try (HttpDaemon daemon = HttpDaemon.start(
                "127.0.0.1",
                0,
                ClusterKeys.CONTROLLER_HOST,
                ClusterKeys.CONTROLLER_PORT,
                new PageFiles().routes(),
                RestAccess.of(Config.empty(), "a token", ""))) {
            HttpResponse<String> page = get(daemon, "/");
            assertThat(page.statusCode()).isEqualTo(200);
            assertThat(page.headers().firstValue("Content-Security-Policy"))
                    .hasValueSatisfying(policy -> assertThat(policy)
                            .contains("default-src 'self'", "frame-ancestors 'none'", "object-src 'none'")
                            .doesNotContain("unsafe", "*"));
            for (String name : List.of("..%2fPageFiles.class", "..%2f..%2f..%2f..%2fversion", "x", "%2fetc%2fpasswd")) {
                assertThat(get(daemon, "/page/" + name).statusCode()).as(name).isEqualTo(404);
            }
        }
    }

    private static HttpResponse<String> get(HttpDaemon daemon, String path) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + daemon.port() + path))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void aDryRunMayUseEveryScheduler() throws Exception {
        assertThat(Algorithms.names())
                .allSatisfy(name -> assertThat(read("rebalance.js")).contains("'" + name + "'"));
    }

    /** The library is as its authors have published it: version 3.1.3 of @dagrejs/dagre. */
    @Test
    void theLibraryIsUnchanged() throws Exception {
        byte[] digest = MessageDigest.getInstance("SHA-256")
                .digest(Files.readAllBytes(directory().resolve(DAGRE)));
        assertThat(HexFormat.of().formatHex(digest))
                .isEqualTo("b0ddaf4af1417bec9bd89373a3a3987f081727d6cc6d95fc40dbf85a19bdf3b0");
        assertThat(read(DAGRE + ".LEGAL.txt")).contains("Permission is hereby granted, free of charge");
    }

    private static List<String> own() {
        return PageFiles.NAMES.stream()
                .filter(name -> !name.startsWith("dagre"))
                .toList();
    }

    private static String read(String name) throws IOException, URISyntaxException {
        return Files.readString(directory().resolve(name));
    }

    private static Path directory() throws URISyntaxException {
        return Path.of(Objects.requireNonNull(PageFiles.class.getResource("page/index.html"))
                        .toURI())
                .getParent();
    }
}
