// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.service;

import java.util.List;

/** What is measured, found by {@link java.util.ServiceLoader} in a process of its own. */
public interface ServiceEngine {

    /** The names that options use for it and its variants, in lower case. */
    List<String> names();

    /** Why it cannot do a cell, in one line; null if it can. */
    default String refusal(Cell cell) {
        return cell.kind() == Cell.Kind.CALLING ? "it has no counterpart here" : null;
    }

    /**
     * Starts the work, ready to be asked.
     *
     * @param name one of {@link #names}
     */
    Service start(String name, Cell cell) throws Exception;
}
