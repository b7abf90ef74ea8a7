package io.millrace.connectors.kafka;

import io.millrace.api.error.TopologyException;
import java.io.Serializable;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;

/** Where the servers are, and what the author passes to the client. Immutable. */
final class ClientProperties implements Serializable {

    private static final long serialVersionUID = 1L;

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
            throw new TopologyException("the property '" + key + "' has the value '" + value + "': give both");
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

    /** Returns the properties of a client: the defaults of the connector, over them the author's. */
    Properties with(Map<String, ?> defaults) {
        Properties all = new Properties();
        all.put("bootstrap.servers", servers);
        defaults.forEach((key, value) -> all.put(key, value.toString()));
        all.putAll(added);
        return all;
    }

    /** Returns those for an {@link org.apache.kafka.clients.admin.Admin}, without what it does not know. */
    Properties forAdmin(Set<String> known) {
        Properties all = new Properties();
        all.put("bootstrap.servers", servers);
        added.forEach((key, value) -> {
            if (known.contains(key)) {
                all.put(key, value);
            }
        });
        return all;
    }
}
