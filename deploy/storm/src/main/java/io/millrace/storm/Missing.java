// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm;

import io.millrace.api.error.Problems;
import io.millrace.api.error.TopologyException;
import java.util.Map;

/** Says in one line which class a jar needs and does not find. Stateless. */
final class Missing {

    /** The module of Storm by the beginning of a class's name. */
    private static final Map<String, String> MODULES = Map.of(
            "kafka.", "storm-kafka-client",
            "redis.", "storm-redis",
            "hdfs.", "storm-hdfs",
            "jdbc.", "storm-jdbc",
            "jms.", "storm-jms",
            "flux.", "flux-core",
            "daemon.", "storm-server",
            "scheduler.", "storm-server");

    private Missing() {}

    /** Returns the first error of linking, or class that is not found, among the causes; null if there is none. */
    static Throwable linkage(Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof NoClassDefFoundError || cause instanceof ClassNotFoundException) {
                return cause;
            }
        }
        return null;
    }

    private static String module(String name) {
        return MODULES.entrySet().stream()
                .filter(entry -> name.startsWith("org.apache.storm." + entry.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse("storm-kafka-client");
    }

    static TopologyException of(String mainClass, Throwable error) {
        String text = String.valueOf(error.getMessage());
        String name = text.replace('/', '.');
        if (name.startsWith("backtype.storm") || name.startsWith("storm.trident")) {
            return new TopologyException(
                    mainClass + " was compiled against Storm 0.x (it uses " + name
                            + "), whose packages had other names: compile it against Storm 1.0 or later",
                    error);
        }
        if (error instanceof NoClassDefFoundError || error instanceof ClassNotFoundException) {
            String remedy = name.startsWith("org.apache.storm.")
                    ? "name the module of Storm that has it by --storm-lib, such as --storm-lib org.apache.storm:"
                            + module(name) + ":2.8.3"
                    : "put it into the jar, or name its jar by --lib";
            return new TopologyException(mainClass + " needs class " + name + ", which is not there: " + remedy, error);
        }
        return new TopologyException(
                Problems.oneLine(mainClass + " does not fit the version of Storm: " + error
                        + ": name that version by --storm-lib, as in"
                        + " --storm-lib org.apache.storm:storm-client:2.6.4"),
                error);
    }
}
