package io.millrace.cluster.config;

import io.millrace.api.config.Config;
import io.millrace.api.config.ConfigKey;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.TopologyException;
import io.millrace.cluster.ClusterKeys;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Puts a process's configuration together, for the commands and daemons: a file, then the environment, then
 * {@code key=value} arguments, each laid over the one before. The cluster's keys and, as defaults of all topologies, the
 * topology's keys are known; every value is checked here, so that an error names where it was written.
 */
public final class ConfigSources {

    private static final String ENVIRONMENT_PREFIX = "MILLRACE_";

    private ConfigSources() {}

    /**
     * @param file a YAML file, or null for none
     * @param environment {@code MILLRACE_ZOOKEEPER_CONNECT} sets {@code zookeeper.connect}; variables that name no key are
     *     passed over, as launchers and container platforms set such
     * @param arguments {@code key=value} each
     * @throws TopologyException one line that names the source and the key
     */
    public static Config load(Path file, Map<String, String> environment, List<String> arguments) {
        Config config = file == null ? Config.empty() : checked(ConfigFile.read(file), file.toString());
        config = config.with(fromEnvironment(environment));
        return config.with(fromArguments(arguments));
    }

    /** The keys that are known, cluster first. */
    public static List<ConfigKey<?>> known() {
        List<ConfigKey<?>> keys = new ArrayList<>(ClusterKeys.all());
        keys.addAll(TopologyKeys.all());
        return keys;
    }

    /** Checks that every key is known, or the author's, and every value in range. */
    public static Config checked(Map<String, String> values, String source) {
        return checked(values, source, known());
    }

    /** As {@link #checked}, for what comes with a topology: the cluster's own keys are not its business. */
    public static Config checkedForTopology(Map<String, String> values, String source) {
        return checked(values, source, TopologyKeys.all());
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

    private static Config fromEnvironment(Map<String, String> environment) {
        Config config = Config.empty();
        for (ConfigKey<?> key : known()) {
            String variable = ENVIRONMENT_PREFIX + key.name().replace('.', '_').toUpperCase(Locale.ROOT);
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
            String value = argument.substring(equals + 1).strip();
            config = config.with(checked(Map.of(key, value), "-c " + key));
        }
        return config;
    }
}
