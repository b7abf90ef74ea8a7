// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.plan;

import io.millrace.api.config.Config;
import io.millrace.api.config.ErrorPolicy;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import io.millrace.storm.worker.StormSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.storm.utils.Utils;

/** Translates the settings of one topology of Storm. */
public final class SettingsTranslation {

    private static final int DEFAULT_HEAP_MB = 768;
    private static final Duration NO_TIMEOUT = Duration.ofHours(24);

    /** Keys, or with a dot at their ends groups of keys, that the adapter or Storm's own classes read. */
    private static final List<String> READ = List.of(
            "topology.name",
            "topology.workers",
            "topology.tasks",
            "topology.max.task.parallelism",
            "topology.acker.executors",
            "topology.message.timeout.secs",
            "topology.enable.message.timeouts",
            "topology.max.spout.pending",
            "topology.sleep.spout.wait.strategy.time.ms",
            "topology.worker.childopts",
            "topology.worker.gc.childopts",
            "topology.worker.max.heap.size.mb",
            "topology.tick.tuple.freq.secs",
            "topology.auto.task.hooks",
            "topology.kryo.",
            "topology.skip.missing.kryo.registrations",
            "topology.fall.back.on.java.serialization",
            "topology.tuple.serializer",
            "topology.multilang.serializer",
            "topology.shellbolt.max.pending",
            "topology.subprocess.timeout.secs",
            "topology.bolts.",
            "topology.state.",
            "topology.trident.",
            "topology.transactional.",
            "topology.environment",
            "topology.debug",
            "topology.initial.status",
            "topology.submitter.",
            "topology.users",
            "topology.groups",
            "topology.owner",
            "topology.classpath",
            "topology.version");

    private final Map<String, Object> own;
    private final Map<String, Object> settings;

    /** @param json the topology's settings, as Storm's submitter sends them */
    public SettingsTranslation(String json) {
        this.own = Utils.parseJson(json);
        this.settings = StormSettings.read(json);
    }

    /** Returns the settings of the engine. */
    public Config config() {
        // As in Storm, a component that throws ends its worker, which is started again
        Config config = Config.empty().with(TopologyKeys.ON_ERROR, ErrorPolicy.RESTART_WORKER);
        config = config.with(TopologyKeys.WORKERS, Math.max(1, number("topology.workers", 1)));
        if (settings.get("topology.acker.executors") instanceof Number ackers && ackers.intValue() == 0) {
            config = config.with(TopologyKeys.GUARANTEE, Guarantee.AT_MOST_ONCE);
        }
        if (Boolean.FALSE.equals(settings.get("topology.enable.message.timeouts"))) {
            config = config.with(TopologyKeys.MESSAGE_TIMEOUT, NO_TIMEOUT);
        } else if (settings.get("topology.message.timeout.secs") instanceof Number seconds) {
            config = config.with(TopologyKeys.MESSAGE_TIMEOUT, Duration.ofSeconds(Math.max(1, seconds.longValue())));
        }
        config = config.with(
                TopologyKeys.SPOUT_POLL,
                Duration.ofMillis(Math.max(1, number("topology.sleep.spout.wait.strategy.time.ms", 1))));
        List<String> options = new ArrayList<>();
        options.addAll(words("topology.worker.childopts"));
        options.addAll(words("topology.worker.gc.childopts"));
        config = config.with(TopologyKeys.WORKER_HEAP.name(), heap(options));
        // Storm replaces names between percent signs, of which Millrace has none
        options.removeIf(option -> option.startsWith("-Xmx") || option.contains("%"));
        if (!options.isEmpty() && options.get(0).startsWith("-")) {
            config = config.with(TopologyKeys.WORKER_OPTIONS.name(), String.join(" ", options));
        }
        return config;
    }

    /** Returns what the topology sets and nothing reads here, in the order of the keys. */
    public List<String> unread() {
        Map<String, Object> defaults = Utils.readDefaultConfig();
        List<String> unread = new ArrayList<>();
        new TreeMap<>(own).forEach((key, value) -> {
            boolean read =
                    READ.stream().anyMatch(known -> known.endsWith(".") ? key.startsWith(known) : key.equals(known));
            if (key.startsWith("topology.") && !read && value != null && !Objects.equals(value, defaults.get(key))) {
                unread.add(key);
            }
        });
        return unread;
    }

    private String heap(List<String> options) {
        String last = null;
        for (String option : options) {
            if (option.startsWith("-Xmx") && !option.contains("%")) {
                last = option.substring("-Xmx".length());
            }
        }
        int megabytes = settings.get("topology.worker.max.heap.size.mb") instanceof Number most
                        && own.containsKey("topology.worker.max.heap.size.mb")
                ? most.intValue()
                : number("worker.heap.memory.mb", DEFAULT_HEAP_MB);
        return last == null ? megabytes + "m" : last;
    }

    private List<String> words(String key) {
        Object value = settings.get(key);
        if (value instanceof Collection<?> many) {
            return many.stream()
                    .flatMap(each -> Arrays.stream(String.valueOf(each).split("\\s+")))
                    .filter(word -> !word.isEmpty())
                    .toList();
        }
        return value == null
                ? List.of()
                : Arrays.stream(String.valueOf(value).split("\\s+"))
                        .filter(word -> !word.isEmpty())
                        .toList();
    }

    private int number(String key, int otherwise) {
        return settings.get(key) instanceof Number number ? number.intValue() : otherwise;
    }
}
