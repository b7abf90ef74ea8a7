// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

/**
 * Declares the streams of a component; a stream may have no fields, as a signal does. Used within {@link
 * Component#declareOutputs} only.
 */
public interface OutputDeclarer {

    /** Declares the default stream with these fields. */
    void declare(String... fields);

    /** Declares a named stream. */
    void declareStream(String stream, String... fields);

    /** Declares a stream whose tuples name their target task. Consumers must use direct grouping. */
    void declareDirect(String stream, String... fields);
}
