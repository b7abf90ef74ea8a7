package io.millrace.api;

import java.util.Objects;

/**
 * One output of a component.
 *
 * @param direct whether each tuple names its target task
 */
public record StreamSpec(String name, Fields fields, boolean direct) {

    public StreamSpec {
        Objects.requireNonNull(name);
        Objects.requireNonNull(fields);
    }
}
