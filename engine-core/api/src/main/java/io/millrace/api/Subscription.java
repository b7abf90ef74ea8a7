// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import java.util.Objects;

/** One input of a bolt. Immutable. */
public record Subscription(String source, String stream, Grouping grouping) {

    public Subscription {
        Objects.requireNonNull(source);
        Objects.requireNonNull(stream);
        Objects.requireNonNull(grouping);
    }
}
