// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.grouping;

import io.millrace.api.Streams;
import java.util.Arrays;

/** All output streams of one source task. Confined to the thread of the task's executor. */
public final class TargetSelectors {

    private final String component;
    private final TargetSelector[] selectors;
    private final TargetSelector byDefault;

    TargetSelectors(String component, TargetSelector[] selectors) {
        this.component = component;
        this.selectors = selectors;
        this.byDefault = lookUp(Streams.DEFAULT);
    }

    public TargetSelector byDefault() {
        return byDefault == null ? of(Streams.DEFAULT) : byDefault;
    }

    /**
     * Returns the selector of a stream. Throws {@link IllegalArgumentException} if the component did not declare it.
     */
    public TargetSelector of(String stream) {
        TargetSelector selector = lookUp(stream);
        if (selector == null) {
            throw new IllegalArgumentException("component '" + component + "' emits on stream '" + stream
                    + "', which it does not declare: it has "
                    + (selectors.length == 0
                            ? "none"
                            : Arrays.stream(selectors)
                                    .map(known -> known.stream().name())
                                    .toList()));
        }
        return selector;
    }

    private TargetSelector lookUp(String stream) {
        for (TargetSelector selector : selectors) {
            if (selector.stream().name().equals(stream)) {
                return selector;
            }
        }
        return null;
    }
}
