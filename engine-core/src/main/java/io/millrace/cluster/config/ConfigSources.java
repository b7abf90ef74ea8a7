package io.millrace.cluster.config;

import io.millrace.api.config.Config;
import io.millrace.api.config.ConfigKey;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.TopologyException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Builds the configuration of a command or daemon from a file, the environment, and {@code key=value} arguments. Each
 * source overrides the one before. The cluster's keys are known, and the topology's keys as defaults of all topologies.
 * Every value is checked here, so an error names its source.
 */
public final class ConfigSources {

    /** Begins the variables of the environment that are settings, or secrets of a daemon. */
    public static final String ENVIRONMENT_PREFIX = "MILLRACE_";

    private ConfigSources() {}

    /**
     * @param file a YAML file, or null for none
     * @param environment {@code MILLRACE_ZOOKEEPER_CONNECT} sets {@code zookeeper.connect}; variables that name no key
     *     are ignored, as launchers and container platforms set such variables
     * @param arguments {@code key=value} each
     * @throws TopologyException one line that names the source and the key
     */
    public static Config load(Path file, Map<String, String> environment, List<String> arguments) {
        Config config = file == null ? Config.empty() : checked(ConfigFile.read(file), file.toString());
        config = config.with(fromEnvironment(environment));
        return config.with(fromArguments(arguments));
    }

    /** The known keys, those of the cluster first. */
    public static List<ConfigKey<?>> known() {
        List<ConfigKey<?>> keys = new ArrayList<>(ClusterKeys.all());
        keys.addAll(TopologyKeys.all());
        return keys;
    }

    /** Checks that every key is known or belongs to the author, and that every value is in its range. */
    public static Config checked(Map<String, String> values, String source) {
        return checked(values, source, known());
    }

    /** As {@link #checked} for a topology's settings, which may not contain the cluster's keys. */
    public static Config checkedForTopology(Map<String, String> values, String source) {
        return checked(values, source, TopologyKeys.all());
    }

    /** The settings that are a topology's or its author's. */
    public static Config ofTopology(Config config) {
        Map<String, String> values = new TreeMap<>(config.asMap());
        values.keySet()
                .removeIf(name -> !name.startsWith(Config.AUTHOR_PREFIX)
                        && TopologyKeys.all().stream()
                                .noneMatch(key -> key.name().equals(name)));
        return Config.of(values);
    }

    private static Config checked(Map<String, String> values, String source, List<ConfigKey<?>> keys) {
        Map<String, ConfigKey<?>> known = new TreeMap<>();
        keys.forEach(key -> known.put(key.name(), key));
        values.forEach((name, text) -> {
            ConfigKey<?> key = known.get(name);
            if (key != null) {
                try {
                    key.read(text);
                } catch (TopologyException e) {
                    throw new TopologyException(source + ": " + e.getMessage(), e);
                }
            } else if (!name.startsWith(Config.AUTHOR_PREFIX)) {
                throw new TopologyException(source + ": unknown key '" + name + "': did you mean '"
                        + NearestName.of(name, known.keySet()).orElseThrow()
                        + "'? (an author's own keys start with app.)");
            }
        });
        return Config.of(values);
    }

    /** The variables of the environment that set a key. */
    public static Set<String> variables() {
        return known().stream().map(ConfigSources::variable).collect(Collectors.toSet());
    }

    private static String variable(ConfigKey<?> key) {
        return ENVIRONMENT_PREFIX + key.name().replace('.', '_').toUpperCase(Locale.ROOT);
    }

    private static Config fromEnvironment(Map<String, String> environment) {
        Config config = Config.empty();
        for (ConfigKey<?> key : known()) {
            String variable = variable(key);
            String text = environment.get(variable);
            if (text != null) {
                config = config.with(checked(Map.of(key.name(), text), "environment variable " + variable));
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
            config = config.with(checked(Map.of(key, value), "-c " + key));
        }
        return config;
    }
}
