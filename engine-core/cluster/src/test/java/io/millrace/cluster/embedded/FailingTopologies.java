// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.embedded;

import io.millrace.api.BasicBolt;
import io.millrace.api.Emitter;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.TaskContext;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.cluster.launch.WorkerExit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Topologies whose bolt fails once, also after a restart of its worker: a file records the failure. */
public final class FailingTopologies {

    private static final long AT = 1_000;

    private FailingTopologies() {}

    /** The kind of failure. */
    public enum Mishap {
        EXCEPTION {
            @Override
            void happen() {
                throw new IllegalStateException("number 1000 is bad");
            }
        },
        NO_MEMORY {
            @Override
            void happen() {
                List<long[]> hoard = new ArrayList<>();
                while (true) {
                    hoard.add(new long[1 << 20]);
                }
            }
        },
        /** An Error that the JVM itself does not notice. */
        FATAL {
            @Override
            void happen() {
                throw new OutOfMemoryError("no room for direct buffers");
            }
        },
        EXIT {
            @Override
            void happen() {
                System.exit(0);
            }
        },
        /** A call of System.exit by another thread, with the exit code that ends a topology if the worker has it. */
        EXIT_BY_OTHER_THREAD {
            @Override
            void happen() {
                new Thread(() -> System.exit(WorkerExit.KILL_TOPOLOGY.code()), "own-thread").start();
            }
        };

        abstract void happen();
    }

    /** Passes all tuples on, except that one fails the first time. */
    static final class Mishappens implements BasicBolt {
        private static final long serialVersionUID = 1L;
        private final Mishap mishap;
        private final String file;
        private final boolean closesInVain;

        Mishappens(Mishap mishap, Path file, boolean closesInVain) {
            this.mishap = mishap;
            this.file = file.toString();
            this.closesInVain = closesInVain;
        }

        @Override
        public void declareOutputs(OutputDeclarer out) {}

        @Override
        public void prepare(TaskContext context) {}

        @Override
        public void execute(Tuple input, Emitter out) {
            if (input.getLong(0) == AT && isFirst()) {
                mishap.happen();
            }
        }

        private boolean isFirst() {
            try {
                Files.createFile(Path.of(file));
                return true;
            } catch (FileAlreadyExistsException e) {
                return false;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void close() {
            try {
                if (closesInVain && Files.exists(Path.of(file))) {
                    new CountDownLatch(1).await();
                }
            } catch (InterruptedException e) {
                close();
            }
        }
    }

    /**
     * Returns a topology of two thousand numbers, one of which fails the first time.
     *
     * @param file a file of the test that does not exist yet
     * @param closesInVain whether closing the bolt hangs after the failure
     */
    public static Topology once(Mishap mishap, Path file, boolean closesInVain) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", new TestTopologies.Numbers(2 * AT, 0), 1);
        builder.setBolt("mishap", new Mishappens(mishap, file, closesInVain), 1).shuffle("numbers");
        return builder.build();
    }
}
