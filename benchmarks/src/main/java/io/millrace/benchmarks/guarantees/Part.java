// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.guarantees;

import io.millrace.benchmarks.report.Figures;
import java.io.IOException;

/** One question of the benchmark. */
interface Part {

    void run(Plan plan, Figures figures) throws IOException, InterruptedException;
}
