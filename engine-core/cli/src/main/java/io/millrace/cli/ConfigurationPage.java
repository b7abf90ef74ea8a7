// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import io.millrace.api.config.ConfigKey;
import java.util.ArrayList;
import java.util.List;

/** Generates the page docs/configuration.md from the keys. */
final class ConfigurationPage {

    private static final List<String> INTRODUCTION = List.of(
            "# Configuration",
            "",
            "This page is printed by `millrace config --markdown`; a test compares the two.",
            "",
            "A setting is taken from the first of these places that names it:",
            "",
            "1. the command line: `-c key=value`, on every command;",
            "2. the environment: the key in upper case, dots as underscores, after `MILLRACE_`"
                    + " (`MILLRACE_TOPOLOGY_WORKERS=2`);",
            "3. the file: `conf/millrace.yaml`, or the one that `--config` names;",
            "4. the default below.",
            "",
            "A topology's own configuration, given by its main class, overrides the file's `topology.` settings; `-c`"
                    + " of `millrace submit` overrides both. Keys",
            "that begin with `app.` belong to the author and are passed to components. Any other unknown key is"
                    + " refused, and the error names the nearest known key.",
            "",
            "Sizes are written as `64 KiB`, `4 MiB`, `1 GiB`; durations as `500 us`, `10 ms`, `30 s`, `5 min`, `2 h`."
                    + " Numbers are decimal, without a leading zero.",
            "",
            "A value is its text as it is written, in the file too, whatever type YAML gives it: `NO`, `1.10` and"
                    + " `007` stay so. A list is the text of its elements,",
            "separated by commas.");

    /** The keys that are often set; the others have defaults that fit most users. */
    private static final List<String> OFTEN_SET = List.of(
            "zookeeper.connect",
            "controller.host",
            "controller.data.dir",
            "controller.token",
            "node.id",
            "node.host",
            "supervisor.slots",
            "supervisor.data.dir",
            "topology.workers",
            "topology.worker.heap",
            "topology.worker.options",
            "topology.guarantee",
            "topology.state.dir",
            "topology.snapshot.interval",
            "topology.message.timeout",
            "topology.max.spout.pending",
            "topology.message.max.bytes",
            "topology.on.error",
            "topology.serialization.classes",
            "topology.idle");

    private ConfigurationPage() {}

    static List<String> lines(List<ConfigKey<?>> keys) {
        List<String> lines = new ArrayList<>(INTRODUCTION);
        lines.addAll(oftenSet(keys));
        String section = "";
        for (ConfigKey<?> key : keys) {
            String begins = section(key);
            if (!begins.equals(section)) {
                section = begins;
                lines.addAll(
                        List.of("", "## " + section, "", "| key | default | takes | meaning |", "|---|---|---|---|"));
            }
            lines.add("| `" + key.name() + "` | " + defaultOf(key) + " | " + key.range() + " | "
                    + key.doc().replace("|", "\\|") + " |");
        }
        return lines;
    }

    /** Returns a row for each key, with the first sentence of its meaning and a link to the section of its full row. */
    private static List<String> oftenSet(List<ConfigKey<?>> keys) {
        List<String> lines = new ArrayList<>(List.of(
                "",
                "## The keys that people set",
                "",
                "Each links to the section with its full row. All others have defaults that fit most.",
                "",
                "| key | default | what |",
                "|---|---|---|"));
        for (String name : OFTEN_SET) {
            ConfigKey<?> key = keys.stream()
                    .filter(each -> each.name().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("there is no key " + name + " for the page"));
            lines.add("| [`" + name + "`](#" + section(key) + ") | " + defaultOf(key) + " | "
                    + firstSentence(key.doc()).replace("|", "\\|") + " |");
        }
        return lines;
    }

    private static String firstSentence(String text) {
        int end = text.indexOf(". ");
        return end < 0 ? text : text.substring(0, end + 1);
    }

    private static String section(ConfigKey<?> key) {
        return key.name().substring(0, key.name().indexOf('.'));
    }

    private static String defaultOf(ConfigKey<?> key) {
        return key.defaultText().isEmpty() ? "" : "`" + key.defaultText() + "`";
    }
}
