// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.doctor;

/** Formats bytes for people. */
final class Sizes {

    private Sizes() {}

    static String mib(long bytes) {
        return (bytes >> 20) + " MiB";
    }
}
