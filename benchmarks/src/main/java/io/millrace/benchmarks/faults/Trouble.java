// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.faults;

import java.util.concurrent.locks.LockSupport;

/** What a bolt does once when it is told so. */
enum Trouble {
    NONE {
        @Override
        void make() {}
    },
    THROWS {
        @Override
        void make() {
            throw new IllegalStateException("this bolt was told to throw");
        }
    },
    OVERFLOWS_STACK {
        @Override
        void make() {
            make();
        }
    },
    EXHAUSTS_MEMORY {
        @Override
        void make() {
            Object kept = null;
            while (true) {
                kept = new Object[] {kept, new byte[1 << 20]};
            }
        }
    },
    BLOCKS {
        @Override
        void make() {
            while (true) {
                LockSupport.park();
            }
        }
    },
    EXITS {
        @Override
        void make() {
            System.exit(0);
        }
    };

    abstract void make();
}
