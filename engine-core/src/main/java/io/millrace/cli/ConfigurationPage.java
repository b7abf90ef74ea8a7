package io.millrace.cli;

import io.millrace.api.config.ConfigKey;
import java.util.ArrayList;
import java.util.List;

/** The page docs/configuration.md, from the keys themselves. */
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
            "A topology's own configuration, given by its main class, lies over the file's `topology.` settings; `-c` of"
                    + " `millrace submit` lies over both. Keys that begin with `app.` belong to the author and are handed"
                    + " through to components. Any other unknown key is refused, with the nearest known one named.",
            "",
            "Sizes are written as `64 KiB`, `4 MiB`, `1 GiB`; durations as `500 us`, `10 ms`, `30 s`, `5 min`, `2 h`.");

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
