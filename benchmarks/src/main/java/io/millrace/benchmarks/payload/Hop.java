// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.payload;

import io.millrace.runtime.link.Link;
import io.millrace.runtime.tuple.DataTuple;

/** Both ends of a link, used by one thread. */
interface Hop extends AutoCloseable {

    Link link();

    /** Lets large values stay where they are received, if the link can. */
    default void views(boolean on) {}

    /** Returns a tuple that has arrived, or null. */
    DataTuple receive();

    @Override
    void close();
}
