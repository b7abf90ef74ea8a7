// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.geo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.benchmarks.machine.Child;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/**
 * A process of a measurement: answers each line of its input, and ends with it. Arguments: its name, its address, and
 * for a target the names of its transports.
 */
public final class RoleMain {

    static final String PROBLEM = "problem of process";

    private RoleMain() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        Locale.setDefault(Locale.ROOT);
        try (Role role = role(arguments[0], arguments[1], List.of(arguments).subList(2, arguments.length));
                BufferedReader requests =
                        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            System.out.println(Child.READY);
            for (String line; (line = requests.readLine()) != null; ) {
                System.out.println(Child.RESULT + answer(role, line));
            }
        }
    }

    private static ObjectNode answer(Role role, String line) throws InterruptedException {
        try {
            return role.answer(Json.read(line));
        } catch (IOException e) {
            return Json.object().put(PROBLEM, e.getMessage());
        }
    }

    static Role role(String name, String host, List<String> transports) {
        if (name.startsWith(MulticastBed.PREFIX)) {
            return MulticastBed.role(name, host);
        }
        return switch (name) {
            case Network.SOURCE -> new SourceRole(name, host);
            case Network.TARGET -> new TargetRole(transports, host);
            default -> new RelayRole(name, host);
        };
    }
}
