// SPDX-License-Identifier: Apache-2.0
package io.millrace.deploy;

import static io.millrace.deploy.DeploymentFiles.at;
import static io.millrace.deploy.DeploymentFiles.documents;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The services of compose.yaml, as arguments of Podman's command {@code run}. Fails on a key that it does not know. */
final class Compose {

    private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+)(?::[-?]([^}]*))?\\}");
    private static final int FIRST_ADDRESS = 10;

    private final Map<String, Map<String, Object>> services = new LinkedHashMap<>();
    private final Map<String, String> variables;

    /** @param variables the environment of the command that starts the services */
    Compose(Path file, Map<String, String> variables) throws IOException {
        this.variables = variables;
        ((Map<?, ?>) at(documents(file).get(0), "services")).forEach((name, service) -> {
            Map<String, Object> keys = new LinkedHashMap<>();
            ((Map<?, ?>) service).forEach((key, value) -> keys.put((String) key, value));
            services.put((String) name, keys);
        });
    }

    /** Returns the names of the services that start without a profile. */
    List<String> names() {
        return services.keySet().stream()
                .filter(name -> !services.get(name).containsKey("profiles"))
                .toList();
    }

    /** Returns the command that tells whether a service is well. */
    List<String> health(String service) {
        List<?> test = (List<?>) at(services.get(service), "healthcheck/test");
        return test.subList(1, test.size()).stream().map(String::valueOf).toList();
    }

    List<String> command(String service) {
        return ((List<?>) services.get(service).getOrDefault("command", List.of()))
                .stream().map(String::valueOf).toList();
    }

    String image(String service) {
        return filled(services.get(service).get("image"));
    }

    /** Returns the options, of which names and addresses stand for the network of Compose. */
    List<String> options(String service, Podman.Network network) {
        List<String> options = new ArrayList<>(List.of("--network=" + network.name()));
        List<String> all = List.copyOf(services.keySet());
        for (String name : all) {
            String address = network.prefix() + (FIRST_ADDRESS + all.indexOf(name));
            options.add(name.equals(service) ? "--ip=" + address : "--add-host=" + name + ":" + address);
        }
        services.get(service).forEach((key, value) -> add(options, key, value));
        return options;
    }

    private void add(List<String> options, String key, Object value) {
        switch (key) {
            case "image", "command", "profiles", "depends_on", "healthcheck" -> {
                // They have methods of their own, or the test waits itself
            }
            case "restart" -> {
                // The test itself starts what it has killed
            }
            case "hostname" -> options.add("--hostname=" + value);
            case "init" -> options.add("--init=" + value);
            case "read_only" -> options.addAll(List.of("--read-only=" + value, "--read-only-tmpfs=false"));
            case "shm_size" -> options.add("--shm-size=" + String.valueOf(value).replaceAll("b$", ""));
            case "stop_grace_period" ->
                options.add("--stop-timeout=" + String.valueOf(value).replaceAll("s$", ""));
            case "tmpfs" -> each(value, each -> options.add("--tmpfs=" + each));
            case "cap_drop" -> each(value, each -> options.add("--cap-drop=" + each));
            case "security_opt" -> each(value, each -> options.add("--security-opt=" + each.replaceAll(":true$", "")));
            case "volumes" -> each(value, each -> options.add("--volume=" + each));
            case "environment" ->
                ((Map<?, ?>) value).forEach((name, text) -> options.add("--env=" + name + "=" + filled(text)));
            case "ulimits" -> {
                if (!Map.of("nofile", 65_536).equals(value)) {
                    throw new AssertionError("the test does not know " + value + " of compose.yaml");
                }
                options.addAll(Podman.limits());
            }
            default -> throw new AssertionError("the test does not know " + key + " of compose.yaml");
        }
    }

    private static void each(Object list, Consumer<String> use) {
        ((List<?>) list).forEach(value -> use.accept(String.valueOf(value)));
    }

    private String filled(Object text) {
        return VARIABLE.matcher(String.valueOf(text)).replaceAll(this::value);
    }

    private String value(MatchResult variable) {
        String value = variables.get(variable.group(1));
        if (value == null && variable.group().contains(":?")) {
            throw new AssertionError(variable.group(2));
        }
        return value == null ? variable.group(2) : value;
    }
}
