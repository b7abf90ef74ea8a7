// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.config;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** The keys of components with engines. Each can be set for a single component. */
public final class EngineKeys {

    public static final ConfigKey<String> BOUNDS = ConfigKey.text(
            "engine.bounds",
            "",
            EngineBounds.RULE + ", or empty",
            text -> text.isEmpty() || EngineBounds.isRange(text),
            "How many engines each task of a component has, at least and at most. setEngines sets it for its component, and there it can"
                    + " be set to something else; for a whole topology it does nothing.");
    public static final ConfigKey<Integer> TASKS_MAX = ConfigKey.integer(
            "engine.tasks.max",
            0,
            0,
            1_024,
            "The most tasks of a component with engines behind firstIdle: beyond those of setEngines, nodes with a"
                    + " free slot get one each. 0: none beyond. Set it for a component, not for a topology.");
    public static final ConfigKey<Duration> SCALE_UP_WAIT = ConfigKey.duration(
            "engine.scale.up.wait",
            "200 ms",
            Duration.ofMillis(10),
            Duration.ofHours(1),
            "A task starts engines when the first message that waits for it has waited for longer than this at three looks, 100 ms apart:"
                    + " as many as need this time for all that waits.");
    public static final ConfigKey<Duration> SCALE_DOWN_IDLE = ConfigKey.duration(
            "engine.scale.down.idle",
            "30 s",
            Duration.ofMillis(100),
            Duration.ofHours(24),
            "A task ends an engine that has had no message for this time.");
    public static final ConfigKey<Integer> SLOTS = ConfigKey.integer(
            "engine.slots",
            0,
            0,
            1_000_000,
            "A task starts further engines only while its worker has fewer than this. 0: only as many as cores of the node are idle."
                    + " Set it for engines that wait more than they compute.");
    public static final ConfigKey<Duration> MESSAGE_TIMEOUT = ConfigKey.duration(
            "engine.message.timeout",
            "1 min",
            Duration.ofMillis(10),
            Duration.ofHours(24),
            "An engine that takes longer than this for a message is killed, and the message fails.");
    public static final ConfigKey<Duration> START_TIMEOUT = ConfigKey.duration(
            "engine.start.timeout",
            "30 s",
            Duration.ofMillis(10),
            Duration.ofHours(1),
            "An engine that is not ready after this time is killed and started again.");
    public static final ConfigKey<DeadMessages> DEAD_MESSAGES = ConfigKey.choice(
            "engine.dead.messages",
            DeadMessages.STREAM,
            "What happens to a message on which three engines of a task have died: it goes to the component's stream dead, or is"
                    + " only logged. It is acked in both cases.");
    public static final ConfigKey<String> ENVIRONMENT = ConfigKey.text(
                    "engine.environment",
                    "PATH, HOME, LANG, LC_ALL, TZ, PYTHONDONTWRITEBYTECODE=1",
                    "names of variables, or NAME=value, separated by commas",
                    EngineKeys::areVariables,
                    "The environment of engines that are processes or containers: variables of the worker by their names, and others with"
                            + " their values, which are never shown.")
            .shownAs(SecretSettings::names);
    public static final ConfigKey<Long> MEMORY = ConfigKey.bytes(
            "engine.memory",
            "0 B",
            0,
            1L << 44,
            "Most memory of an engine with its children, in a process of its own; an engine that takes more is killed. 0 B: no"
                    + " limit.");
    public static final ConfigKey<Integer> CPU = ConfigKey.integer(
            "engine.cpu",
            0,
            0,
            1_000_000,
            "Most CPU time of an engine with its children, in percent of a core; 0: no limit. Processes need engine.cgroup.");
    public static final ConfigKey<String> CGROUP = ConfigKey.text(
            "engine.cgroup",
            "",
            "Directory of a control group (version 2) that this user may change, without processes of its own, with the controllers"
                    + " memory and cpu for its children. Engines that are processes run in groups below it. Empty: none.");
    public static final ConfigKey<String> JAVA_OPTIONS = ConfigKey.text(
                    "engine.java.options",
                    "-Xmx256m -XX:+UseSerialGC",
                    "Options of the java command of engines that are JVMs, separated by spaces.")
            .shownAs(SecretSettings::shownOptions);
    public static final ConfigKey<String> CONTAINER_COMMAND = ConfigKey.text(
                    "engine.container.command",
                    "docker run --rm --init --network=none --name={name} --user={user} --memory={memory} --cpus={cpus}"
                            + " --volume={directory}:{directory} --env={environment} {image} {arguments}",
                    "The command that runs a container, without a shell. {directory} holds the engine's socket and shared memory. A word"
                            + " with {environment} is repeated with the name of each variable, whose value the command has in its own environment; {memory} is in bytes and {cpus} in cores, 0 for no limit.")
            .shownAs(SecretSettings::shownOptions);
    public static final ConfigKey<String> CONTAINER_KILL = ConfigKey.text(
                    "engine.container.kill",
                    "docker kill {name}",
                    "The command that ends a container which does not end by itself.")
            .shownAs(SecretSettings::shownOptions);

    private EngineKeys() {}

    /** Returns all keys in the order of the documentation. */
    public static List<ConfigKey<?>> all() {
        return List.of(
                BOUNDS,
                TASKS_MAX,
                SCALE_UP_WAIT,
                SCALE_DOWN_IDLE,
                SLOTS,
                MESSAGE_TIMEOUT,
                START_TIMEOUT,
                DEAD_MESSAGES,
                ENVIRONMENT,
                MEMORY,
                CPU,
                CGROUP,
                JAVA_OPTIONS,
                CONTAINER_COMMAND,
                CONTAINER_KILL);
    }

    private static boolean areVariables(String text) {
        return text.isBlank()
                || Arrays.stream(text.split(",", -1))
                        .map(String::strip)
                        .allMatch(
                                each -> each.matches("[A-Za-z_][A-Za-z0-9_]*(=.*)?") && !each.startsWith("MILLRACE_"));
    }
}
