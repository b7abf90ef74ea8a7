// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.geo;

import io.millrace.api.metrics.ChannelAlternative;
import io.millrace.api.metrics.ChannelAlternatives;
import io.millrace.transport.geo.model.Alternative;
import io.millrace.transport.geo.model.Alternatives;
import io.millrace.transport.geo.model.ChannelInputs;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The settings that channels could have. Stateless. */
public final class ChannelChoices {

    private static final double NANOS = 1e9;
    private static final double SECONDS_PER_HOUR = 3_600;

    private ChannelChoices() {}

    /** Returns the alternatives of each channel of which something was measured, in the order of their tasks. */
    public static List<ChannelAlternatives> of(Iterable<ChannelEnds> ends) {
        List<ChannelAlternatives> all = new ArrayList<>();
        for (ChannelEnds each : ends) {
            for (SendingEnd sending : each.sending()) {
                if (sending.inputs() != null) {
                    all.add(of(sending));
                }
            }
        }
        all.sort(Comparator.comparingInt(ChannelAlternatives::sourceTask)
                .thenComparingInt(ChannelAlternatives::targetTask));
        return List.copyOf(all);
    }

    private static ChannelAlternatives of(SendingEnd sending) {
        List<Alternative> found = Alternatives.of(
                sending.oracle().toModel(),
                withUnknownWaits(sending.inputs()),
                sending.oracle().limits(),
                sending.setting());
        return new ChannelAlternatives(
                sending.source(),
                sending.sourceTask(),
                sending.target(),
                sending.targetTask(),
                found.stream()
                        .map(alternative ->
                                view(alternative, alternative.setting().equals(sending.setting())))
                        .toList());
    }

    private static ChannelAlternative view(Alternative of, boolean chosen) {
        return new ChannelAlternative(
                of.setting().batchEvents(),
                of.setting().routes(),
                of.setting().compressed(),
                nanos(of.prediction().mean()),
                nanos(of.prediction().p99()),
                of.prediction().utilisation(),
                of.prediction().cpuShare(),
                of.prediction().bytesPerSecond(),
                of.prediction().moneyPerSecond() * SECONDS_PER_HOUR,
                of.refusal(),
                of.pareto(),
                chosen);
    }

    /** Returns seconds as nanoseconds; -1 for a time that never ends. */
    public static long nanos(double seconds) {
        return Double.isInfinite(seconds) || Double.isNaN(seconds) ? -1 : (long) (seconds * NANOS);
    }

    /** Returns the inputs as a report carries them: JSON knows no NaN. */
    public static ChannelInputs withKnownWaits(ChannelInputs inputs) {
        return with(
                inputs,
                inputs.reorderWaits().stream()
                        .map(wait -> wait.isNaN() ? -1 : wait)
                        .toList());
    }

    private static ChannelInputs withUnknownWaits(ChannelInputs inputs) {
        return with(
                inputs,
                inputs.reorderWaits().stream()
                        .map(wait -> wait < 0 ? Double.NaN : wait)
                        .toList());
    }

    private static ChannelInputs with(ChannelInputs inputs, List<Double> waits) {
        return new ChannelInputs(
                inputs.eventsPerSecond(),
                inputs.eventBytes(),
                inputs.overheadBytes(),
                inputs.cores(),
                inputs.plain(),
                inputs.compressed(),
                inputs.routes(),
                waits);
    }
}
