// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.scheduler;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.storm.generated.GetInfoOptions;
import org.apache.storm.generated.NumErrorsChoice;
import org.apache.storm.generated.TopologyInfo;
import org.apache.storm.generated.TopologySummary;
import org.apache.storm.utils.NimbusClient;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks Nimbus, by Thrift as any client does, what its workers have reported. A thread of its own asks, so that
 * scheduling never waits for an answer; the last figures of a topology stay while it restarts.
 */
public final class NimbusTraffic implements TrafficSource {
    private static final Logger LOG = LoggerFactory.getLogger(NimbusTraffic.class);

    private final Map<String, Object> conf;
    private final Map<String, Traffic> known = new ConcurrentHashMap<>();
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread asking = new Thread(task, "millrace-scheduler-traffic");
        asking.setDaemon(true);
        return asking;
    });
    private long version;
    private boolean failed;

    private final int seconds;

    private NimbusTraffic(Map<String, Object> conf, int seconds) {
        this.conf = conf;
        this.seconds = seconds;
    }

    /** Starts asking. */
    public static NimbusTraffic start(Map<String, Object> conf, SchedulerSettings settings) {
        NimbusTraffic traffic = new NimbusTraffic(conf, settings.statisticsSeconds());
        traffic.thread.scheduleWithFixedDelay(traffic::ask, traffic.seconds, traffic.seconds, TimeUnit.SECONDS);
        return traffic;
    }

    @Override
    public Optional<Traffic> of(String topology) {
        return Optional.ofNullable(known.get(topology));
    }

    private void ask() {
        try (NimbusClient client = NimbusClient.Builder.withConf(conf).build()) {
            GetInfoOptions options = new GetInfoOptions();
            options.set_num_err_choice(NumErrorsChoice.NONE);
            version++;
            var alive = client.getClient().getTopologySummaries().stream()
                    .map(TopologySummary::get_id)
                    .toList();
            known.keySet().retainAll(alive);
            for (String topology : alive) {
                TopologyInfo info = client.getClient().getTopologyInfoWithOpts(topology, options);
                Traffic.of(info, version, seconds).ifPresent(traffic -> known.put(topology, traffic));
            }
            failed = false;
        } catch (Exception e) {
            if (!failed) {
                LOG.warn("Nimbus gives no figures, so Storm's own scheduler decides alone: {}", e.toString());
            }
            failed = true;
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
