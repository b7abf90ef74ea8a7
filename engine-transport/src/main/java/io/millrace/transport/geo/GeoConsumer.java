// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo;

/** Takes the batches of a channel, on the thread that calls the receiver. It owns each batch and releases it. */
public interface GeoConsumer {

    /** Takes a batch in the order of the policy. No batch comes twice. */
    void onBatch(GeoBatch batch);

    /** Takes a batch that came after it was skipped. */
    void onLate(GeoBatch batch);
}
