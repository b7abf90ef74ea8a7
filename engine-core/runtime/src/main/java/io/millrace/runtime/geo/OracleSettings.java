// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.geo;

import io.millrace.transport.geo.model.BatchModel;
import io.millrace.transport.geo.model.JetStreamModel;
import io.millrace.transport.geo.model.Limits;
import io.millrace.transport.geo.model.MillraceModel;
import io.millrace.transport.geo.model.NaturalModel;

/**
 * The settings of a channel's oracle, as a report carries them.
 *
 * @param halfBytes measured value of the model {@code jetstream}
 * @param maxMoneyPerSecond budget of the channel; -1 for no limit
 */
public record OracleSettings(
        String model,
        double halfBytes,
        String objective,
        double maxDelaySeconds,
        double maxCpuShare,
        double maxMoneyPerSecond,
        int maxBatchBytes) {

    private static final double NO_LIMIT = -1;

    public static OracleSettings of(String model, double halfBytes, Limits limits) {
        return new OracleSettings(
                model,
                halfBytes,
                limits.objective().name(),
                limits.maxDelaySeconds(),
                limits.maxCpuShare(),
                limits.maxMoneyPerSecond() == Double.POSITIVE_INFINITY ? NO_LIMIT : limits.maxMoneyPerSecond(),
                limits.maxBatchBytes());
    }

    BatchModel toModel() {
        return switch (model) {
            case JetStreamModel.NAME -> new JetStreamModel(halfBytes);
            case NaturalModel.NAME -> new NaturalModel();
            default -> new MillraceModel();
        };
    }

    Limits limits() {
        return new Limits(
                Limits.Objective.valueOf(objective),
                maxDelaySeconds,
                Limits.MAX_UTILISATION,
                maxCpuShare,
                maxMoneyPerSecond < 0 ? Double.POSITIVE_INFINITY : maxMoneyPerSecond,
                maxBatchBytes);
    }
}
