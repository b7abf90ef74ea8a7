package io.millrace.transport.geo;

/** Takes the batches of a channel, on the thread that calls the receiver. It owns each batch and releases it. */
public interface GeoConsumer {

    /** A batch in the order of the policy. None comes twice. */
    void onBatch(GeoBatch batch);

    /** A batch that comes after it was skipped. */
    void onLate(GeoBatch batch);
}
