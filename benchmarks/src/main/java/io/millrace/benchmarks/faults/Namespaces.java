// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.faults;

import io.millrace.benchmarks.machine.Lab;
import java.io.IOException;
import java.util.List;

/** Each node a network namespace. */
final class Namespaces implements Hosts {

    private final Lab lab;

    private Namespaces(Lab lab) {
        this.lab = lab;
    }

    static Namespaces up(List<String> nodes) throws IOException {
        return new Namespaces(Lab.near(nodes));
    }

    @Override
    public List<String> nodes() {
        return lab.hosts();
    }

    @Override
    public String address(String host) {
        return lab.address(host);
    }

    @Override
    public List<String> on(String host, List<String> command) {
        return lab.on(host, command);
    }

    @Override
    public void cut(String node, boolean oneWay) throws IOException {
        lab.cut(node, oneWay);
    }

    @Override
    public void heal() throws IOException {
        lab.heal();
    }

    @Override
    public void reset(String node) throws IOException {
        lab.resetConnections(node);
    }

    @Override
    public void close() {
        lab.close();
    }
}
