// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.config;

import java.time.Duration;
import java.util.Set;

/** The keys of streams between regions, as users find them in {@link TopologyKeys}. */
interface GeoKeys {

    ConfigKey<GeoMode> GEO = ConfigKey.choice(
            "topology.geo",
            GeoMode.AUTO,
            "Whether streams between nodes of different regions (node.region) go by channels, to which all other keys"
                    + " topology.geo.* apply, or by connections as within a region. auto: by connections between regions"
                    + " whose measured round trip is below 5 ms.");
    ConfigKey<String> GEO_MODEL = ConfigKey.text(
            "topology.geo.model",
            "auto",
            "auto, natural, millrace, jetstream",
            text -> Set.of("auto", "natural", "millrace", "jetstream").contains(text),
            "Which model chooses the batches of streams between nodes of different regions (node.region). natural: what"
                    + " one turn of a task's executor emits is a batch, and millrace chooses routes and compression."
                    + " auto: natural, or millrace where topology.geo.objective is not latency or there is a budget.");
    ConfigKey<Duration> GEO_MAX_DELAY = ConfigKey.duration(
            "topology.geo.max.delay",
            "1 s",
            Duration.ofMillis(1),
            Duration.ofHours(1),
            "How long a tuple's way to another region may take in 99 of 100 cases: a batch is closed so that the rest"
                    + " of its way fits.");
    ConfigKey<Integer> GEO_CPU = ConfigKey.integer(
            "topology.geo.cpu",
            25,
            1,
            100,
            "Which share of an executor's thread encoding and compressing for another region may take, in percent.");
    ConfigKey<Long> GEO_BATCH_MAX_BYTES = ConfigKey.bytes(
            "topology.geo.batch.max.bytes",
            "64 KiB",
            1 << 10,
            1 << 20,
            "Most bytes of a batch for another region before compression; a larger tuple is a batch of its own.");
    ConfigKey<Long> GEO_MEMORY = ConfigKey.bytes(
            "topology.geo.memory",
            "8 MiB",
            1 << 20,
            1 << 30,
            "Most bytes that each end of a stream between two tasks in different regions keeps: the sender until they"
                    + " are acknowledged, the receiver until earlier ones have come. At least what the path carries in a"
                    + " round trip.");
    ConfigKey<Boolean> GEO_COMPRESSION = ConfigKey.flag(
            "topology.geo.compression",
            true,
            "Whether batches for another region are compressed with LZ4 where that makes them arrive earlier.");
    ConfigKey<Integer> GEO_ROUTES = ConfigKey.integer(
            "topology.geo.routes",
            4,
            1,
            16,
            "Most routes that a stream between two tasks in different regions uses at the same time: the connection"
                    + " between their workers, further ones, and relays. 1: the connection alone.");
    ConfigKey<String> GEO_SPREAD = ConfigKey.text(
            "topology.geo.spread",
            "first-arrival",
            "first-arrival, round-robin",
            text -> text.equals("first-arrival") || text.equals("round-robin"),
            "How batches are spread over routes: each goes where it is expected to arrive first, or routes take turns,"
                    + " which is a baseline.");
    ConfigKey<String> GEO_ORDER = ConfigKey.text(
                    "topology.geo.order",
                    "ordered",
                    StreamOrder.RULE + "; STREAM=ORDER for a single stream, separated by commas",
                    StreamOrders::areOrders,
                    "How tuples are delivered in another region: in order, as they come, or in order without those that keep"
                            + " others waiting for too long. STREAM is COMPONENT, or COMPONENT:STREAM; 'millrace geo set' changes"
                            + " it while it runs.")
            .live(StreamOrders::changed);
    ConfigKey<String> GEO_MULTICAST = ConfigKey.text(
            "topology.geo.multicast",
            "auto",
            "direct, intermediate, auto",
            text -> text.equals("direct") || text.equals("intermediate") || text.equals("auto"),
            "How copies of a tuple go to several tasks in one other region: each from its source, or once to a worker"
                    + " of that region that copies it, or whichever is expected to be better.");
    ConfigKey<String> GEO_OBJECTIVE = ConfigKey.text(
            "topology.geo.objective",
            "latency",
            "latency, rate, cost",
            text -> text.equals("latency") || text.equals("rate") || text.equals("cost"),
            "What batches for another region are chosen for: early arrival, room for a higher rate, or few costs.");
    ConfigKey<String> GEO_BUDGET = ConfigKey.text(
            "topology.geo.budget",
            "none",
            "money per hour, above 0, or none",
            text -> text.equals("none") || Prices.amount(text) > 0,
            "Most money per hour for bytes that leave regions and for relays (region.cost.egress, region.cost.vm), the"
                    + " whole topology together. What it does not pay for waits at its source.");
}
