// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.doctor;

import java.util.List;

/** Looks at one part of the machine. */
interface Check {

    List<Finding> examine(Plan plan, Machine machine);
}
