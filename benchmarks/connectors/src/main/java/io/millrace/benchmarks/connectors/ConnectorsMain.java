// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.connectors;

import java.io.IOException;

/** One side of a cell, as a process; writes its outcome. */
final class ConnectorsMain {

    private ConnectorsMain() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        System.out.println(run(Job.decode(arguments)).encode());
    }

    static Outcome run(Job job) throws IOException, InterruptedException {
        return switch (job.connector()) {
            case FILES_SOURCE ->
                job.bare()
                        ? Pass.repeat(job, new FilesReading(job))
                        : source(job, new MillraceSource(job, FilesReading.connector(job)));
            case KAFKA_SOURCE ->
                job.bare()
                        ? Pass.repeat(job, new KafkaReading(job))
                        : source(job, new MillraceSource(job, KafkaReading.connector(job)));
            case FILES_SINK -> sink(job, new FileSinkSide(job));
            case KAFKA_SINK, KAFKA_SENDING_SINK -> sink(job, new KafkaSinkSide(job));
            case JDBC_SINK -> sink(job, new JdbcSinkSide(job));
        };
    }

    private static Outcome source(Job job, MillraceSource opened) throws IOException, InterruptedException {
        try (MillraceSource source = opened) {
            return Pass.repeat(job, source);
        }
    }

    private static Outcome sink(Job job, SinkSide opened) throws IOException, InterruptedException {
        boolean exactly = job.connector() != Connector.KAFKA_SENDING_SINK;
        Commits commits = new Commits(job);
        try (SinkSide side = opened) {
            if (job.bare()) {
                side.writeBare(commits);
            } else {
                MillraceSink.run(job, exactly ? "exactly-once" : "at-least-once", side.connector(), commits);
            }
            // What was sent without transactions may be visible and not acked when the topology is killed
            long visible = side.visible(commits.count());
            if (visible < commits.events() || exactly && visible > commits.events()) {
                throw new IOException(visible + " messages are visible, and " + commits.events() + " were committed");
            }
        }
        return commits.outcome();
    }
}
