// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.kafka;

import io.millrace.api.config.SecretSettings;
import io.millrace.api.config.Secrets;
import io.millrace.api.error.TopologyException;
import java.io.Serializable;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigDef;

/** Where the servers are, and what the author passes to the client. Immutable. */
final class ClientProperties implements Serializable {

    private static final long serialVersionUID = 1L;

    /** The key with which the client itself replaces references. */
    private static final String PROVIDERS = "config.providers";

    /** An option in {@code sasl.jaas.config}. */
    private static final Pattern OPTION = Pattern.compile("([\\w.]+)\\s*=\\s*\"?([^\";]+)");

    private final String servers;
    private final TreeMap<String, String> added;

    private ClientProperties(String servers, TreeMap<String, String> added) {
        this.servers = servers;
        this.added = added;
    }

    static ClientProperties of(String servers) {
        if (servers == null || servers.isBlank()) {
            throw new TopologyException("the servers are missing: name them as host:port, separated by commas");
        }
        return new ClientProperties(servers, new TreeMap<>());
    }

    /** @param own properties that the connector sets, with how to set them instead */
    ClientProperties with(String key, String value, Map<String, String> own) {
        if (key == null || key.isBlank() || value == null) {
            throw new TopologyException("the property '" + key + "' has no name or value: give both");
        }
        if (own.containsKey(key)) {
            throw new TopologyException("the property '" + key + "' is set by the connector: " + own.get(key));
        }
        TreeMap<String, String> more = new TreeMap<>(added);
        more.put(key, value);
        return new ClientProperties(servers, more);
    }

    String servers() {
        return servers;
    }

    /** Returns the author's value, or this one. */
    String get(String key, String otherwise) {
        return added.getOrDefault(key, otherwise);
    }

    /**
     * Returns the properties of a client: the defaults of the connector, over them the author's.
     *
     * @throws TopologyException if a secret is missing
     */
    Properties with(Map<String, ?> defaults) {
        Properties all = new Properties();
        all.put("bootstrap.servers", servers);
        defaults.forEach((key, value) -> all.put(key, value.toString()));
        all.putAll(resolved(new Secrets()));
        return all;
    }

    /** Returns those for an {@link org.apache.kafka.clients.admin.Admin}, without what it does not know. */
    Properties forAdmin(Set<String> known) {
        Properties all = new Properties();
        all.put("bootstrap.servers", servers);
        resolved(new Secrets()).forEach((key, value) -> {
            if (known.contains(key)) {
                all.put(key, value);
            }
        });
        return all;
    }

    /**
     * Reads the secrets, and hides them in errors.
     *
     * @throws TopologyException if a secret is missing
     */
    ClientErrors errors() {
        Secrets secrets = new Secrets();
        resolved(secrets).forEach((key, value) -> hideIn(secrets, key, value));
        return new ClientErrors(servers, secrets);
    }

    private Map<String, String> resolved(Secrets secrets) {
        if (added.containsKey(PROVIDERS)) {
            return added;
        }
        TreeMap<String, String> resolved = new TreeMap<>(added);
        resolved.replaceAll(
                (key, value) -> secrets.resolve("the property '" + key + "' of the client for " + servers, value));
        return resolved;
    }

    private static void hideIn(Secrets secrets, String key, String value) {
        if (isSecret(key)) {
            secrets.hideAlso(value);
            Matcher options = OPTION.matcher(value);
            while (options.find()) {
                if (SecretSettings.isSecret(options.group(1))) {
                    secrets.hideAlso(options.group(2));
                }
            }
        }
    }

    /** The client says of its own properties which are. */
    private static boolean isSecret(String key) {
        ConfigDef.ConfigKey known = ConsumerConfig.configDef().configKeys().get(key);
        known = known == null ? ProducerConfig.configDef().configKeys().get(key) : known;
        return known == null ? SecretSettings.isSecret(key) : known.type == ConfigDef.Type.PASSWORD;
    }
}
