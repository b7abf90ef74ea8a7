// SPDX-License-Identifier: Apache-2.0
package io.millrace.deploy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Containers of services of compose.yaml, in a network of their own. */
final class ComposedCluster implements AutoCloseable {

    private static final Duration MOST = Duration.ofMinutes(5);

    private final Podman podman;
    private final Compose compose;
    private final Path shared;
    private final Podman.Network network;
    private final List<String> started = new ArrayList<>();

    /** @param shared the directory that supervisors and clients see as /shared */
    ComposedCluster(Podman podman, Compose compose, Path shared) {
        this.podman = podman;
        this.compose = compose;
        this.shared = shared;
        this.network = podman.network();
    }

    /** Starts all at once, and waits until each is well. */
    void start(List<String> services) {
        services.forEach(service -> run(service, List.of()));
        services.forEach(this::awaitWell);
    }

    /** Starts one service, with further options, and waits until it is well. */
    void start(String service, String... options) {
        run(service, List.of(options));
        awaitWell(service);
    }

    private void run(String service, List<String> more) {
        List<String> arguments = new ArrayList<>(List.of("run", "--detach", "--name=" + container(service)));
        arguments.addAll(options(service));
        arguments.addAll(more);
        arguments.add(compose.image(service));
        arguments.addAll(compose.command(service));
        podman.run(arguments).succeeded();
        started.add(service);
    }

    private List<String> options(String service) {
        List<String> options = new ArrayList<>(compose.options(service, network));
        options.add("--volume=" + shared + ":/shared");
        options.add("--no-healthcheck");
        return options;
    }

    private void awaitWell(String service) {
        List<String> check = new ArrayList<>(List.of("exec", container(service)));
        check.addAll(compose.health(service));
        await(service + " is well", () -> podman.run(check).exitCode() == 0);
    }

    /** Ends a container as a failing machine would. */
    void kill(String service) {
        podman.run("kill", "--signal=KILL", container(service)).succeeded();
        podman.run("wait", container(service)).succeeded();
    }

    void startAgain(String service) {
        podman.run("start", container(service)).succeeded();
        awaitWell(service);
    }

    /** Does what a container engine does with {@code restart: unless-stopped}. */
    void restartIfEnded(String service) {
        String state = podman.run("inspect", "--format", "{{.State.Status}}", container(service))
                .succeeded();
        if (state.strip().equals("exited")) {
            podman.run("start", container(service)).succeeded();
        }
    }

    void remove(String service) {
        podman.run("rm", "--force", "--time=0", container(service)).succeeded();
        started.remove(service);
    }

    /** Runs a command of millrace in the network, to its end. */
    Podman.Result client(String... command) {
        List<String> arguments = new ArrayList<>(List.of("run", "--rm"));
        arguments.addAll(options("client"));
        arguments.add(compose.image("client"));
        arguments.addAll(List.of(command));
        return podman.run(arguments);
    }

    /** Returns what a daemon has printed. */
    String log(String service) {
        return podman.run("logs", container(service)).succeeded();
    }

    void await(String what, BooleanSupplier condition) {
        Await.until(what, MOST, condition, this::evidence);
    }

    private String evidence() {
        StringBuilder text = new StringBuilder();
        started.forEach(
                service -> text.append("--- ").append(service).append('\n').append(log(service)));
        return text.toString();
    }

    private String container(String service) {
        return network.name() + "-" + service;
    }

    @Override
    public void close() throws IOException {
        podman.run("rm", "--all", "--force", "--time=0", "--volumes").succeeded();
        podman.run("volume", "rm", "--all", "--force").succeeded();
        podman.run("network", "rm", "--force", network.name()).succeeded();
    }
}
