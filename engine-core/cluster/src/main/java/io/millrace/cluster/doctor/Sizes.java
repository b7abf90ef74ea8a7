package io.millrace.cluster.doctor;

/** Bytes for people. */
final class Sizes {

    private Sizes() {}

    static String mib(long bytes) {
        return (bytes >> 20) + " MiB";
    }
}
