// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.kafka;

import java.io.IOException;

/** A server that ends with the process that has started it, also if that is killed: then its standard input ends. */
public final class BrokerProcess {

    private BrokerProcess() {}

    public static void main(String[] arguments) {
        Thread watch = new Thread(BrokerProcess::endWithParent, "parent");
        watch.setDaemon(true);
        watch.start();
        kafka.Kafka.main(arguments);
    }

    private static void endWithParent() {
        try {
            while (System.in.read() >= 0) {
                // Nothing is ever written
            }
        } catch (IOException e) {
            // An error means the end of the parent, too
        }
        Runtime.getRuntime().halt(1);
    }
}
