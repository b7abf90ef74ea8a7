// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.config;

import io.millrace.api.config.Config;
import io.millrace.api.config.ConfigKey;
import io.millrace.api.error.TopologyException;
import io.millrace.runtime.settings.KnownKeys;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Builds the configuration of a command or daemon from a file, the environment, and {@code key=value} arguments. Each
 * source overrides the one before. The cluster's keys are known, and the topology's keys as defaults of all topologies.
 * Every value is checked here, so an error names its source.
 */
public final class ConfigSources {

    /** The prefix of the environment variables that are settings, or secrets of a daemon. */
    public static final String ENVIRONMENT_PREFIX = "MILLRACE_";

    private ConfigSources() {}

    /**
     * @param file the YAML file, or null for none
     * @param environment the environment: {@code MILLRACE_ZOOKEEPER_CONNECT} sets {@code zookeeper.connect}; variables
     *     that name no key are ignored, as launchers and container platforms set such variables
     * @param arguments the arguments, {@code key=value} each
     * @throws TopologyException with one line that names the source and the key
     */
    public static Config load(Path file, Map<String, String> environment, List<String> arguments) {
        Config config = file == null ? Config.empty() : KnownKeys.checked(ConfigFile.read(file), file.toString());
        config = config.with(fromEnvironment(environment));
        return config.with(fromArguments(arguments));
    }

    /** Returns the variables of the environment that set a key. */
    public static Set<String> variables() {
        return KnownKeys.all().stream().map(ConfigSources::variable).collect(Collectors.toSet());
    }

    private static String variable(ConfigKey<?> key) {
        return ENVIRONMENT_PREFIX + key.name().replace('.', '_').toUpperCase(Locale.ROOT);
    }

    private static Config fromEnvironment(Map<String, String> environment) {
        Config config = Config.empty();
        for (ConfigKey<?> key : KnownKeys.all()) {
            String variable = variable(key);
            String text = environment.get(variable);
            if (text != null) {
                config = config.with(KnownKeys.checked(Map.of(key.name(), text), "environment variable " + variable));
            }
        }
        return config;
    }

    private static Config fromArguments(List<String> arguments) {
        Config config = Config.empty();
        for (String argument : arguments) {
            int equals = argument.indexOf('=');
            if (equals <= 0) {
                throw new TopologyException("-c " + argument + ": it takes key=value");
            }
            String key = argument.substring(0, equals).strip();
            String value = argument.substring(equals + 1);
            config = config.with(KnownKeys.checked(Map.of(key, value), "-c " + key));
        }
        return config;
    }
}
