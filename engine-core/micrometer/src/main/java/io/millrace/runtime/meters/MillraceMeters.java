// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.meters;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.millrace.api.metrics.TopologyMetrics;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Meters of topologies for Micrometer. Any thread may call it. A service that embeds the engine writes
 *
 * <pre>{@code
 * RunningTopology topology = engine.submit("words", words, config);
 * MillraceMeters.bind(registry, topology::metrics);
 * }</pre>
 *
 * <p>Values are at most a second old when they are read: the first read after that fetches the metrics, on the reading
 * thread. Meters of tasks that are new in the metrics are in the registry from the next read on. Meters that are no
 * longer reported leave the registry. So do all meters of a topology whose metrics are not available, such as one that
 * was killed.
 *
 * <p>A count continues when a worker restarts, and restarts at 0 with this process. In a Prometheus registry latencies
 * are summaries; in others they are gauges with a label {@code quantile}.
 */
public final class MillraceMeters implements MeterBinder, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(MillraceMeters.class);
    private static final long FRESH_NANOS = 1_000_000_000;

    private final Supplier<? extends Collection<TopologyMetrics>> source;
    private final LongSupplier clock;
    private final List<RegistryMeters> registries = new CopyOnWriteArrayList<>();
    private final AtomicBoolean busy = new AtomicBoolean();
    private volatile long shownNanos;

    /** @param source the metrics to export: one element per topology, each with another name */
    public MillraceMeters(Supplier<? extends Collection<TopologyMetrics>> source) {
        this(source, System::nanoTime);
    }

    /** @param clock the clock, in nanoseconds */
    MillraceMeters(Supplier<? extends Collection<TopologyMetrics>> source, LongSupplier clock) {
        this.source = source;
        this.clock = clock;
    }

    /** Exports one topology to a registry until the result is closed. */
    public static MillraceMeters bind(MeterRegistry registry, Supplier<TopologyMetrics> topology) {
        MillraceMeters meters = new MillraceMeters(() -> List.of(topology.get()));
        meters.bindTo(registry);
        return meters;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        RegistryMeters meters = new RegistryMeters(registry, this::refreshIfOld);
        registries.add(meters);
        refresh();
        meters.open();
    }

    /** Updates all values now, so that the next scrape is complete. */
    public void refresh() {
        if (busy.compareAndSet(false, true)) {
            try {
                Collection<TopologyMetrics> topologies = read();
                registries.forEach(registry -> registry.show(topologies));
                shownNanos = clock.getAsLong();
            } finally {
                busy.set(false);
            }
        }
    }

    /** Removes all meters from their registries. */
    @Override
    public void close() {
        registries.forEach(RegistryMeters::close);
        registries.clear();
    }

    private void refreshIfOld() {
        if (clock.getAsLong() - shownNanos >= FRESH_NANOS) {
            refresh();
        }
    }

    private Collection<TopologyMetrics> read() {
        try {
            return source.get();
        } catch (RuntimeException e) {
            LOG.debug("no metrics to show: {}", e.getMessage());
            return List.of();
        }
    }
}
