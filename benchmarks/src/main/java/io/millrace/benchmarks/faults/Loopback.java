// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.faults;

import java.util.List;

/** All on this machine's loopback interface. */
final class Loopback implements Hosts {

    private static final String NO_CUT = "all nodes of this cluster share an interface";

    private final List<String> nodes;

    Loopback(List<String> nodes) {
        this.nodes = nodes;
    }

    @Override
    public List<String> nodes() {
        return nodes;
    }

    @Override
    public String address(String host) {
        return "127.0.0.1";
    }

    @Override
    public List<String> on(String host, List<String> command) {
        return command;
    }

    @Override
    public void cut(String node, boolean oneWay) {
        throw new UnsupportedOperationException(NO_CUT);
    }

    @Override
    public void heal() {
        throw new UnsupportedOperationException(NO_CUT);
    }

    @Override
    public void reset(String node) {
        throw new UnsupportedOperationException(NO_CUT);
    }

    @Override
    public void close() {}
}
