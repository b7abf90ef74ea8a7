// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import io.millrace.api.config.Config;
import io.millrace.api.config.ConfigKey;
import io.millrace.cli.exit.CommandFailure;
import io.millrace.cli.exit.ExitCode;
import io.millrace.cli.terminal.Terminal;
import io.millrace.cli.terminal.TextTable;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(name = "config", description = "Shows every configuration key, its meaning, and its value here.")
final class ConfigCommand implements Runnable {

    @ParentCommand
    private MillraceCommand millrace;

    @Parameters(
            arity = "0..1",
            paramLabel = "WORD",
            description = "Only keys whose name or meaning contains this word.")
    private String word = "";

    @Option(names = "--markdown", description = "Print the page docs/configuration.md.")
    private boolean markdown;

    @Option(names = "--yaml", description = "Print the file conf/millrace.yaml, with every key as a comment.")
    private boolean yaml;

    /** A key as JSON shows it. */
    record Shown(String key, String value, String defaultValue, String range, String doc) {}

    @Override
    public void run() {
        if (markdown) {
            ConfigurationPage.lines(millrace.backend().keys()).forEach(millrace.terminal()::line);
            return;
        }
        if (yaml) {
            ConfigurationFile.lines(millrace.backend().keys()).forEach(millrace.terminal()::line);
            return;
        }
        Config config = millrace.config();
        List<Shown> keys = millrace.backend().keys().stream()
                .filter(this::matches)
                .map(key -> shown(config, key))
                .toList();
        if (keys.isEmpty()) {
            throw new CommandFailure(ExitCode.NOT_FOUND, "no key matches '" + word + "': leave the word out");
        }
        millrace.print(keys, () -> show(keys));
    }

    private void show(List<Shown> keys) {
        Terminal terminal = millrace.terminal();
        if (keys.size() == 1) {
            Shown key = keys.get(0);
            terminal.line(key.key() + " = " + key.value());
            terminal.line("default: " + key.defaultValue());
            terminal.line("takes: " + key.range());
            terminal.line(key.doc());
            return;
        }
        TextTable table = new TextTable("KEY", "VALUE", "DEFAULT", "TAKES");
        keys.forEach(key -> table.row(key.key(), key.value(), key.defaultValue(), key.range()));
        table.print(terminal);
    }

    private boolean matches(ConfigKey<?> key) {
        String sought = word.toLowerCase(Locale.ROOT);
        return key.name().equals(sought)
                || millrace.backend().keys().stream()
                                .noneMatch(other -> other.name().equals(sought))
                        && (key.name() + " " + key.doc())
                                .toLowerCase(Locale.ROOT)
                                .contains(sought);
    }

    private static Shown shown(Config config, ConfigKey<?> key) {
        String value = config.get(key.name()).map(key::shown).orElse(key.defaultText());
        return new Shown(key.name(), value, key.defaultText(), key.range(), key.doc());
    }
}
