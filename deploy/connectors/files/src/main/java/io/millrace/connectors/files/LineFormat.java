// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.files;

import io.millrace.api.Tuple;
import java.io.Serializable;

/**
 * Makes the line of a tuple. Called by the sink's task; it is copied with the sink, so what it captures must be
 * serializable.
 */
@FunctionalInterface
public interface LineFormat extends Serializable {

    /**
     * Returns the line, without a line feed or carriage return in it. An exception fails the tuple, as one of
     * {@code execute} does.
     */
    String line(Tuple input);
}
