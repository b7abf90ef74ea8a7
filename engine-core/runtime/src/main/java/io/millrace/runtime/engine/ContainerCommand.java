package io.millrace.runtime.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Fills the placeholders of {@code engine.container.command} and {@code engine.container.kill}. No value of a variable is in a command, as all accounts of
 * the machine see command lines: the command has the variables in its own environment. Immutable.
 *
 * @param values of the placeholders, by their names
 * @param variables their names; one word with {@code {environment}} becomes one word for each
 * @param arguments the word {@code {arguments}} becomes these
 */
record ContainerCommand(Map<String, String> values, Set<String> variables, List<String> arguments) {

    List<String> fill(String template) {
        List<String> command = new ArrayList<>();
        for (String word : template.strip().split("\\s+")) {
            if (word.equals("{arguments}")) {
                command.addAll(arguments);
            } else if (word.contains("{environment}")) {
                String filled = fillWord(word);
                variables.forEach(name -> command.add(filled.replace("{environment}", name)));
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
