// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Fills the placeholders of {@code engine.container.command} and {@code engine.container.kill}. Values of variables are
 * not in a command, as all accounts of the machine see command lines: the command has the variables in its own
 * environment. Immutable.
 *
 * @param values values of the placeholders, by their names
 * @param variables names of the variables; one word with {@code {environment}} becomes one word for each
 * @param arguments arguments, which replace the word {@code {arguments}}
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
