package io.millrace.connectors.kafka;

import io.millrace.api.CommittingBolt.Prepared;
import io.millrace.api.Tuple;
import java.util.List;

/** One task of a sink. Called by the task's thread. */
interface SinkTask {

    void write(Tuple input);

    void begun(long snapshotId);

    Object prepare(long snapshotId);

    void commit(long snapshotId);

    void recover(long generation, List<Prepared> prepared);

    void close();
}
