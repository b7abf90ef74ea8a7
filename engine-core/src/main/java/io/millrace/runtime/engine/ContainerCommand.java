package io.millrace.runtime.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Fills the placeholders of {@code engine.container.command} and {@code engine.container.kill}. Immutable.
 *
 * @param values of the placeholders, by their names
 * @param environment one word with {@code {environment}} becomes one word for each variable
 * @param arguments the word {@code {arguments}} becomes these
 */
record ContainerCommand(Map<String, String> values, Map<String, String> environment, List<String> arguments) {

    List<String> fill(String template) {
        List<String> command = new ArrayList<>();
        for (String word : template.strip().split("\\s+")) {
            if (word.equals("{arguments}")) {
                command.addAll(arguments);
            } else if (word.contains("{environment}")) {
                String filled = fillWord(word);
                environment.forEach((name, value) -> command.add(filled.replace("{environment}", name + "=" + value)));
            } else {
                command.add(fillWord(word));
            }
        }
        return command;
    }

    private String fillWord(String word) {
        String filled = word;
        for (Map.Entry<String, String> each : values.entrySet()) {
            filled = filled.replace("{" + each.getKey() + "}", each.getValue());
        }
        return filled;
    }
}
