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
                    + " of `millrace submit` overrides both. Keys that begin with `app.` belong to the author and are"
                    + " passed to components. Any other unknown key is refused, and the error names the nearest known"
                    + " key.",
            "",
            "Sizes are written as `64 KiB`, `4 MiB`, `1 GiB`; durations as `500 us`, `10 ms`, `30 s`, `5 min`, `2 h`."
                    + " Numbers are decimal, without a leading zero.",
            "",
            "A value is its text as it is written, in the file too, whatever type YAML gives it: `NO`, `1.10` and"
                    + " `007` stay so. A list is the text of its elements, separated by commas.");

    private ConfigurationPage() {}

    static List<String> lines(List<ConfigKey<?>> keys) {
        List<String> lines = new ArrayList<>(INTRODUCTION);
        String section = "";
        for (ConfigKey<?> key : keys) {
            String begins = key.name().substring(0, key.name().indexOf('.'));
            if (!begins.equals(section)) {
                section = begins;
                lines.addAll(
                        List.of("", "## " + section, "", "| key | default | takes | meaning |", "|---|---|---|---|"));
            }
            lines.add("| `" + key.name() + "` | " + (key.defaultText().isEmpty() ? "" : "`" + key.defaultText() + "`")
                    + " | " + key.range() + " | " + key.doc().replace("|", "\\|") + " |");
        }
        return lines;
    }
}
