// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller.dashboard;

import io.millrace.cluster.Await;
import io.millrace.runtime.json.Json;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** A headless Chromium with one page, driven by the DevTools protocol. */
final class Browser implements AutoCloseable {

    private static final Duration MOST = Duration.ofSeconds(20);
    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome");

    private final Process process;
    private final WebSocket socket;
    private final String session;
    private final AtomicInteger ids = new AtomicInteger();
    private final Map<Integer, CompletableFuture<Map<?, ?>>> answers = new ConcurrentHashMap<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final List<String> problems = new CopyOnWriteArrayList<>();

    /** Returns the program, if this machine has one. */
    static Optional<Path> program() {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .flatMap(directory -> NAMES.stream().map(name -> Path.of(directory, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** @param profile a directory of this browser alone */
    static Browser start(Path program, Path profile) throws Exception {
        Process process = new ProcessBuilder(
                        program.toString(),
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-quic",
                        "--no-first-run",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--disable-sync",
                        "--user-data-dir=" + profile,
                        "--remote-debugging-port=0",
                        "about:blank")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            return new Browser(process);
        } catch (Exception e) {
            end(process);
            throw e;
        }
    }

    private Browser(Process process) throws Exception {
        this.process = process;
        socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(URI.create(address()), new Listener())
                .get(MOST.toSeconds(), TimeUnit.SECONDS);
        String target = text(send(null, "Target.createTarget", Map.of("url", "about:blank")), "targetId");
        session = text(send(null, "Target.attachToTarget", Map.of("targetId", target, "flatten", true)), "sessionId");
        for (String domain : List.of("Page", "Runtime", "Network", "Log")) {
            call(domain + ".enable", Map.of());
        }
        size(1280, 900);
    }

    /** Reads the address of Chromium's debugger from its error output, which must be read on. */
    private String address() throws Exception {
        CompletableFuture<String> found = new CompletableFuture<>();
        Thread reading = new Thread(
                () -> {
                    try (BufferedReader lines = new BufferedReader(
                            new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))) {
                        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                            if (line.startsWith("DevTools listening on ")) {
                                found.complete(line.substring("DevTools listening on ".length()));
                            }
                        }
                    } catch (IOException e) {
                        found.completeExceptionally(e);
                    }
                    found.completeExceptionally(new IOException("the browser has ended"));
                },
                "browser-output");
        reading.setDaemon(true);
        reading.start();
        return found.get(MOST.toSeconds(), TimeUnit.SECONDS);
    }

    void open(String address) throws Exception {
        call("Page.navigate", Map.of("url", address));
    }

    /** Sets the size of the window in CSS pixels. */
    void size(int width, int height) throws Exception {
        call(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    }

    void dark(boolean on) throws Exception {
        call(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", on ? "dark" : "light"))));
    }

    void press(String key, int code, String text) throws Exception {
        Map<String, Object> down =
                new HashMap<>(Map.of("type", "keyDown", "key", key, "code", key, "windowsVirtualKeyCode", code));
        if (!text.isEmpty()) {
            down.put("text", text);
        }
        call("Input.dispatchKeyEvent", down);
        call("Input.dispatchKeyEvent", Map.of("type", "keyUp", "key", key, "code", key, "windowsVirtualKeyCode", code));
    }

    /** Evaluates an expression in the page. */
    Object evaluate(String expression) throws Exception {
        Map<?, ?> answer =
                call("Runtime.evaluate", Map.of("expression", expression, "returnByValue", true, "awaitPromise", true));
        if (answer.get("exceptionDetails") != null) {
            throw new AssertionError(expression + ": " + answer.get("exceptionDetails"));
        }
        return ((Map<?, ?>) answer.get("result")).get("value");
    }

    /** Waits for a condition. A condition that fails, since its element does not exist yet, does not hold. */
    void await(String what, String condition) throws Exception {
        String safe = "(() => { try { return " + condition + " } catch (e) { return false } })()";
        try {
            Await.until(what, MOST, () -> Boolean.TRUE.equals(evaluate(safe)));
        } catch (AssertionError e) {
            throw new AssertionError(
                    e.getMessage() + "; problems " + problems + "; the page says: "
                            + evaluate("document.body.innerText"),
                    e);
        }
    }

    /** Writes the visible part of the page, or all of it. */
    void screenshot(Path file, boolean whole) throws Exception {
        Map<?, ?> shot = call("Page.captureScreenshot", Map.of("format", "png", "captureBeyondViewport", whole));
        Files.write(file, Base64.getDecoder().decode(text(shot, "data")));
    }

    /** Returns the addresses of all requests so far. */
    List<String> requests() {
        return List.copyOf(requests);
    }

    /** Returns uncaught exceptions, and the errors that the browser logged. */
    List<String> problems() {
        return List.copyOf(problems);
    }

    private Map<?, ?> call(String method, Map<String, ?> parameters) throws Exception {
        return send(session, method, parameters);
    }

    private Map<?, ?> send(String to, String method, Map<String, ?> parameters) throws Exception {
        int id = ids.incrementAndGet();
        Map<String, Object> message = new HashMap<>(Map.of("id", id, "method", method, "params", parameters));
        if (to != null) {
            message.put("sessionId", to);
        }
        CompletableFuture<Map<?, ?>> answer = new CompletableFuture<>();
        answers.put(id, answer);
        socket.sendText(Json.line(message), true).get(MOST.toSeconds(), TimeUnit.SECONDS);
        return answer.get(MOST.toSeconds(), TimeUnit.SECONDS);
    }

    private static String text(Map<?, ?> of, String name) {
        return (String) of.get(name);
    }

    private void received(Map<?, ?> message) {
        if (message.get("id") instanceof Long id) {
            CompletableFuture<Map<?, ?>> answer = answers.remove(id.intValue());
            if (message.get("error") != null) {
                answer.completeExceptionally(new AssertionError("the browser answers " + message.get("error")));
            } else {
                answer.complete((Map<?, ?>) message.get("result"));
            }
            return;
        }
        Map<?, ?> parameters = (Map<?, ?>) message.get("params");
        switch ((String) message.get("method")) {
            case "Network.requestWillBeSent" -> requests.add(text((Map<?, ?>) parameters.get("request"), "url"));
            case "Runtime.exceptionThrown" -> problems.add(String.valueOf(parameters.get("exceptionDetails")));
            case "Runtime.consoleAPICalled" -> {
                if ("error".equals(parameters.get("type"))) {
                    problems.add(String.valueOf(parameters.get("args")));
                }
            }
            case "Log.entryAdded" -> {
                Map<?, ?> entry = (Map<?, ?>) parameters.get("entry");
                if ("error".equals(entry.get("level"))) {
                    problems.add(entry.get("text") + " " + entry.get("url"));
                }
            }
            default -> {
                // Other messages are of no interest here
            }
        }
    }

    @Override
    public void close() {
        socket.abort();
        end(process);
    }

    private static void end(Process process) {
        List<ProcessHandle> all = new ArrayList<>(process.descendants().toList());
        all.add(process.toHandle());
        all.forEach(ProcessHandle::destroyForcibly);
        all.forEach(each -> each.onExit().join());
    }

    private final class Listener implements WebSocket.Listener {

        private final StringBuilder text = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
            text.append(data);
            if (last) {
                byte[] whole = text.toString().getBytes(StandardCharsets.UTF_8);
                text.setLength(0);
                received((Map<?, ?>) Json.tree(whole, "a message of the browser"));
            }
            from.request(1);
            return null;
        }
    }
}
