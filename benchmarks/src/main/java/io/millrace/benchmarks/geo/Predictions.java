// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.geo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.transport.geo.GeoSender;
import io.millrace.transport.geo.RouteCounters;
import io.millrace.transport.geo.model.BatchModel;
import io.millrace.transport.geo.model.ChannelInputs;
import io.millrace.transport.geo.model.Choice;
import io.millrace.transport.geo.model.Codec;
import io.millrace.transport.geo.model.CodecCost;
import io.millrace.transport.geo.model.JetStreamModel;
import io.millrace.transport.geo.model.MillraceModel;
import io.millrace.transport.geo.model.Prediction;
import io.millrace.transport.geo.model.RouteInputs;
import io.millrace.transport.geo.model.Setting;
import java.util.Comparator;
import java.util.List;

/** What the models expect of a setting that nobody has chosen, from the channel's own estimates of its routes. */
final class Predictions {

    private static final double NANOS = 1e9;
    private static final double MILLIS = 1e3;

    /** Heads of packets, frames and records, as the channel takes them. */
    private static final int TRANSPORT_BYTES = 98;

    private static final Codec PLAIN = new Codec(CodecCost.NONE, CodecCost.NONE, 1);

    private Predictions() {}

    /** The predictions of the last paced phase; empty if there is none, or one event is sent at a time. */
    static ObjectNode of(Cell cell, GeoSender sender) {
        ObjectNode result = Json.object();
        Phase paced = cell.phases().stream()
                .filter(phase -> phase.perSecond() > 0)
                .reduce((one, other) -> other)
                .orElse(null);
        if (paced == null || cell.batches().chooser() == Cell.Chooser.STOP_AND_WAIT) {
            return result;
        }
        List<RouteInputs> routes = sender.counters().routes().stream()
                .filter(RouteCounters::active)
                .sorted(Comparator.comparingLong(RouteCounters::delayNanos))
                .map(route -> RouteInputs.free(
                        route.name(), route.bytesPerSecond(), route.delayNanos() / NANOS, route.jitterNanos() / NANOS))
                .toList();
        ChannelInputs inputs = new ChannelInputs(
                paced.perSecond(),
                cell.batches().eventBytes(),
                GeoSender.OVERHEAD_BYTES + TRANSPORT_BYTES,
                1,
                PLAIN,
                null,
                routes,
                List.of());
        Setting setting = sender.choice() == null
                ? new Setting(cell.batches().size(), routes.size(), false)
                : sender.choice().setting();
        if (setting.routes() > routes.size()) {
            return result;
        }
        result.put("batch", setting.batchEvents());
        result.put("routes", setting.routes());
        put(result, new MillraceModel(), inputs, setting);
        put(result, new JetStreamModel(0), inputs, setting);
        return result;
    }

    /** What the oracle chose last. */
    static ObjectNode chosen(Choice choice) {
        return Json.object()
                .put("batch", choice.setting().batchEvents())
                .put("routes", choice.setting().routes());
    }

    private static void put(ObjectNode result, BatchModel model, ChannelInputs inputs, Setting setting) {
        Prediction prediction = model.predict(inputs, setting);
        Prediction.Parts parts = prediction.parts();
        result.putObject(model.name())
                .put("fill_ms", parts.fill() * MILLIS)
                .put("way_ms", (parts.queue() + parts.encoding() + parts.transfer()) * MILLIS)
                .put("queue_ms", parts.queue() * MILLIS)
                .put("order_ms", (parts.reorder() + parts.decoding()) * MILLIS)
                .put("mean_ms", prediction.mean() * MILLIS)
                .put("bytes_per_second", prediction.bytesPerSecond());
    }
}
