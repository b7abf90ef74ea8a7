// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.service;

import java.util.concurrent.CompletableFuture;

/** The work as an engine does it: a function that doubles a number, and a sink that counts. Any thread may call it. */
public interface Service extends AutoCloseable {

    /** Asks the function. */
    CompletableFuture<?> ask(long number);

    /** The number in what {@link #ask} resulted in. */
    long number(Object answer);

    /**
     * Feeds the sink. Refused by {@link ServiceEngine#refusal} where an engine cannot.
     *
     * @param values one number; it is neither copied nor changed
     * @return false if there is no room now
     */
    boolean offer(Object[] values);

    /** How many the sink has taken. */
    long taken();

    @Override
    void close();
}
