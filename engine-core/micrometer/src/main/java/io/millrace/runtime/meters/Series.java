// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.meters;

import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.List;

/** One time series of a family: the labels that tell it apart. The first label, if there is one, is the topology. */
record Series(Family family, List<String> labels, String quantile) {

    private static final String QUANTILE = "quantile";

    Tags tags() {
        List<Tag> tags = new ArrayList<>();
        for (int i = 0; i < labels.size(); i++) {
            tags.add(Tag.of(family.labels().get(i), labels.get(i)));
        }
        if (quantile != null) {
            tags.add(Tag.of(QUANTILE, quantile));
        }
        return Tags.of(tags);
    }
}
