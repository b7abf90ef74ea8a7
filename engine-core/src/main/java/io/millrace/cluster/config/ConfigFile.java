package io.millrace.cluster.config;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.millrace.api.error.TopologyException;
import io.millrace.runtime.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Reads a YAML file of settings. {@code a.b: 1} and {@code a: {b: 1}} are equal. A list is the text of its elements,
 * separated by commas.
 */
final class ConfigFile {

    private ConfigFile() {}

    static Map<String, String> read(Path file) {
        YAMLFactory yaml = YAMLFactory.builder()
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .build();
        try (InputStream in = Files.newInputStream(file);
                JsonParser parser = yaml.createParser(in)) {
            Object tree = Json.tree(parser);
            Map<String, String> values = new TreeMap<>();
            if (tree instanceof Map<?, ?> map) {
                flatten(file, "", map, values);
            } else if (tree != null) {
                throw new TopologyException(file + ": not a map of settings: write key: value");
            }
            return values;
        } catch (NoSuchFileException e) {
            throw new TopologyException("no configuration file " + file, e);
        } catch (JsonProcessingException e) {
            JsonLocation at = e.getLocation();
            String line = at == null ? "" : ":" + at.getLineNr();
            String what = e.getOriginalMessage().lines().findFirst().orElse("not YAML");
            throw new TopologyException(file + line + ": " + what, e);
        } catch (IOException e) {
            throw new TopologyException(file + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static void flatten(Path file, String prefix, Map<?, ?> map, Map<String, String> values) {
        map.forEach((name, value) -> {
            String key = prefix + name;
            if (value instanceof Map<?, ?> inner) {
                flatten(file, key + ".", inner, values);
                return;
            }
            String text = value instanceof List<?> elements
                    ? elements.stream().map(String::valueOf).collect(Collectors.joining(","))
                    : value == null ? "" : String.valueOf(value);
            if (values.put(key, text) != null) {
                throw new TopologyException(file + ": '" + key + "' is set twice");
            }
        });
    }
}
