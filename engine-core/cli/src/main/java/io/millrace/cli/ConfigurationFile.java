// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import io.millrace.api.config.ConfigKey;
import java.util.ArrayList;
import java.util.List;

/** Generates the file conf/millrace.yaml from the keys. */
final class ConfigurationFile {

    private static final int WIDTH = 110;
    private static final List<String> INTRODUCTION = List.of(
            "# Settings of Millrace on this machine. Every key is here with its default: remove '# ' before a key to set it.",
            "# A key is written dotted (zookeeper.connect: ...) or as a tree. The environment (MILLRACE_ZOOKEEPER_CONNECT) and",
            "# -c key=value on the command line lie over this file. 'millrace config' shows what holds here.",
            "# The topology keys are defaults of all topologies; a topology's own configuration and 'submit -c' lie over them.");

    private ConfigurationFile() {}

    static List<String> lines(List<ConfigKey<?>> keys) {
        List<String> lines = new ArrayList<>(INTRODUCTION);
        for (ConfigKey<?> key : keys) {
            lines.add("");
            lines.addAll(comment(key.doc() + " Takes " + key.range() + "."));
            lines.add("# " + key.name() + ": " + value(key.defaultText()));
        }
        return lines;
    }

    private static String value(String text) {
        return text.isEmpty() ? "\"\"" : text;
    }

    private static List<String> comment(String text) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder("##");
        for (String word : text.split(" ")) {
            if (line.length() + 1 + word.length() > WIDTH) {
                lines.add(line.toString());
                line = new StringBuilder("##");
            }
            line.append(' ').append(word);
        }
        lines.add(line.toString());
        return lines;
    }
}
