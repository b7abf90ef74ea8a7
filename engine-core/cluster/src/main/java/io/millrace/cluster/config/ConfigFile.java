// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.config;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import io.millrace.api.config.Config;
import io.millrace.api.error.TopologyException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;

/**
 * Reads a YAML file of settings. {@code a.b: 1} and {@code a: {b: 1}} are equal. A value is its text as it is written,
 * whatever type YAML gives it: {@code NO} and {@code 1.10} stay so. A list is the text of its elements, separated by
 * commas. Used by one thread for one file.
 */
final class ConfigFile {

    /** The most bytes of a file: the parser takes minutes for a value of some MiB. */
    private static final int MOST_BYTES = 1 << 20;

    private final YAMLParser parser;
    private final Map<String, String> values = new TreeMap<>();

    private ConfigFile(YAMLParser parser) {
        this.parser = parser;
    }

    static Map<String, String> read(Path file) {
        YAMLFactory yaml = YAMLFactory.builder()
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .build();
        try (InputStream in = Files.newInputStream(file)) {
            // The bound is checked while reading, as a pipe has no size
            byte[] text = in.readNBytes(MOST_BYTES + 1);
            if (text.length > MOST_BYTES) {
                throw new TopologyException(
                        file + " is longer than " + MOST_BYTES + " bytes: it is no file of settings");
            }
            try (YAMLParser parser = yaml.createParser(text)) {
                return new ConfigFile(parser).document();
            }
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

    private Map<String, String> document() throws IOException {
        JsonToken first = parser.nextToken();
        if (first == JsonToken.START_OBJECT) {
            map("");
        } else if (first != null && !isEmpty(first)) {
            throw refused("not a map of settings: write key: value");
        }
        if (parser.nextToken() != null) {
            throw refused("more than one document");
        }
        return values;
    }

    private void map(String prefix) throws IOException {
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = prefix + parser.currentName();
            switch (parser.nextToken()) {
                case START_OBJECT -> map(key + ".");
                case START_ARRAY -> put(key, list(key));
                default -> put(key, scalar(key));
            }
        }
    }

    private String list(String key) throws IOException {
        StringJoiner elements = new StringJoiner(",");
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            elements.add(scalar(key));
        }
        return elements.toString();
    }

    private String scalar(String key) throws IOException {
        JsonToken token = parser.currentToken();
        if (!token.isScalarValue()) {
            throw refused("'" + key + "' is a list of lists or maps: write a list of texts");
        }
        if (parser.isCurrentAlias()) {
            throw refused("'" + key + "' is an alias: write its value");
        }
        if (token == JsonToken.VALUE_NULL && !isEmpty(token) && !key.startsWith(Config.AUTHOR_PREFIX)) {
            throw refused("'" + key + "' is null: give it a value, or leave it out to have the default");
        }
        return parser.getText();
    }

    private boolean isEmpty(JsonToken token) throws IOException {
        return token == JsonToken.VALUE_NULL && parser.getText().isEmpty();
    }

    private void put(String key, String text) throws IOException {
        if (values.put(key, text) != null) {
            throw refused("'" + key + "' is set twice");
        }
    }

    private JsonParseException refused(String why) {
        return new JsonParseException(parser, why);
    }
}
