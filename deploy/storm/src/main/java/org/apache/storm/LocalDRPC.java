// SPDX-License-Identifier: Apache-2.0
package org.apache.storm;

import org.apache.storm.generated.DRPCRequest;

/**
 * Stands in for Storm's class of this name, so that main classes which mention it run. It cannot be made: requests come
 * from {@code millrace ask}. Nothing of it is Storm's.
 */
@SuppressWarnings("deprecation")
public final class LocalDRPC implements ILocalDRPC {

    /** @throws UnsupportedOperationException always, with what to use instead */
    public LocalDRPC() {
        throw missing();
    }

    private static UnsupportedOperationException missing() {
        return new UnsupportedOperationException(
                "LocalDRPC: a main class cannot ask its own topology here: submit it as"
                        + " for a cluster, and use 'millrace ask'; see docs/storm-jars.md");
    }

    @Override
    public String getServiceId() {
        throw missing();
    }

    @Override
    public String execute(String function, String arguments) {
        throw missing();
    }

    @Override
    public void result(String id, String result) {
        throw missing();
    }

    @Override
    public DRPCRequest fetchRequest(String function) {
        throw missing();
    }

    @Override
    public void failRequest(String id) {
        throw missing();
    }

    @Override
    public void failRequestV2(String id, org.apache.storm.generated.DRPCExecutionException e) {
        throw missing();
    }

    @Override
    public void shutdown() {}

    @Override
    public void close() {}
}
