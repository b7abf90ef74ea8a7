// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.worker;

import io.millrace.api.WorkerContext;
import io.millrace.api.WorkerHook;

/** Makes the {@link StormWorker} of a worker process. */
public final class StormWorkerHook implements WorkerHook<StormWorker> {

    private static final long serialVersionUID = 1L;

    private final byte[] topology;
    private final String settings;

    /**
     * @param topology the topology as Storm's submitter sends it, serialized by Thrift
     * @param settings its settings as JSON
     */
    public StormWorkerHook(byte[] topology, String settings) {
        this.topology = topology.clone();
        this.settings = settings;
    }

    @Override
    public StormWorker open(WorkerContext context) {
        return StormLoader.with(() -> new StormWorker(context, topology, settings));
    }
}
