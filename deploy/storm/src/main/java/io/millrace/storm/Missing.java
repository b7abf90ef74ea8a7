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

    private static final String STORM = "org.apache.storm.";

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

    /** Says how to get a class of Storm, or why it cannot be had. */
    private static String remedy(String name) {
        if (!name.startsWith(STORM)) {
            return "put it into the jar, or name its jar by --lib";
        }
        return MODULES.entrySet().stream()
                .filter(entry -> name.startsWith(STORM + entry.getKey()))
                .findFirst()
                .map(entry -> "name the module of Storm that has it by --storm-lib, such as --storm-lib"
                        + " org.apache.storm:" + entry.getValue() + ":2.8.3")
                .orElse("Storm 2 has dropped it, or a module has it: name that by --storm-lib, such as --storm-lib"
                        + " org.apache.storm:storm-kafka-client:2.8.3");
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
            return new TopologyException(
                    mainClass + " needs class " + name + ", which is not there: " + remedy(name), error);
        }
        if (text.contains("org.apache.storm.LocalCluster.")) {
            return new TopologyException(
                    mainClass + " calls LocalCluster as Storm 1 had it, and Storm 2 has not: let it submit as to a"
                            + " cluster, which examples of Storm do if an argument names the topology",
                    error);
        }
        return new TopologyException(
                Problems.oneLine(mainClass + " does not fit the version of Storm: " + error
                        + ": name that version by --storm-lib, as in"
                        + " --storm-lib org.apache.storm:storm-client:2.6.4"),
                error);
    }
}
