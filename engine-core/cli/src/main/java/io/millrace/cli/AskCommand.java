// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import io.millrace.cli.exit.CommandFailure;
import io.millrace.cli.exit.ExitCode;
import io.millrace.cluster.client.Cluster;
import io.millrace.cluster.model.AskAnswer;
import io.millrace.runtime.json.Json;
import io.millrace.runtime.json.JsonException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "ask",
        description = {
            "Asks a function of a running topology, and prints the values of its answer, one per line.",
            "A VALUE that is JSON has its type: 7 is a long, 7.5 a double, true a boolean, null nothing, [1,2] a list,"
                    + " {\"a\":1} a map, and \"7\" with its quotes a text. Any other VALUE is a text."
        })
final class AskCommand extends TopologyCommand {

    private static final int MOST_SECONDS = 3_600;

    @Parameters(index = "1", paramLabel = "FUNCTION", description = "Id of the fed spout that takes the request.")
    private String function;

    @Parameters(
            index = "2..*",
            arity = "0..*",
            paramLabel = "VALUE",
            description = "One value per field of the spout. Write -- before a negative number.")
    private List<String> texts = List.of();

    @Option(names = "--string", description = "Take each VALUE as a text.")
    private boolean string;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            defaultValue = "30",
            description = "Time in which the answer must come (default: ${DEFAULT-VALUE}).")
    private int seconds;

    @Override
    void check() {
        if (seconds < 1 || seconds > MOST_SECONDS) {
            throw new CommandFailure(
                    ExitCode.USAGE, "--timeout is " + seconds + ": it takes 1 to " + MOST_SECONDS + " seconds");
        }
    }

    @Override
    void ask(Cluster cluster) {
        List<Object> values = new ArrayList<>();
        texts.forEach(text -> values.add(string ? text : typed(text)));
        AskAnswer answer = cluster.ask(name, function, values, Duration.ofSeconds(seconds));
        millrace.print(
                answer,
                () -> answer.values()
                        .values()
                        .forEach(value -> millrace.terminal().line(shown(value))));
    }

    private static Object typed(String text) {
        if (text.equals("null")) {
            return null;
        }
        try {
            return Json.tree(text.getBytes(StandardCharsets.UTF_8), "the value");
        } catch (JsonException e) {
            return text;
        }
    }

    private static String shown(Object value) {
        return value instanceof String text ? text : Json.line(value);
    }
}
