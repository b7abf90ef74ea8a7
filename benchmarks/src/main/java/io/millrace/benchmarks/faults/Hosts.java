// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.faults;

import io.millrace.benchmarks.machine.Lab;
import java.io.IOException;
import java.util.List;

/** Where the processes of a cluster run. */
interface Hosts extends AutoCloseable {

    /** The host of ZooKeeper and the controllers. */
    String HUB = Lab.HUB;

    /** The hosts of the supervisors. */
    List<String> nodes();

    String address(String host);

    /** A command that runs another one there, in the same process. */
    List<String> on(String host, List<String> command);

    /** Ends what goes from a node to all others, and, if not one way, also what comes from them. */
    void cut(String node, boolean oneWay) throws IOException;

    void heal() throws IOException;

    /** Resets each connection of a node in the middle of a packet. */
    void reset(String node) throws IOException;

    @Override
    void close();
}
