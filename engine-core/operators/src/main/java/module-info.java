// SPDX-License-Identifier: Apache-2.0
/** The library of topologies: windows, joins, batches, asynchronous calls, tables and formats. */
module io.millrace.operators {
    requires transitive io.millrace.api;
    requires de.siegmar.fastcsv;

    exports io.millrace.operators;
    exports io.millrace.operators.aggregate;
    exports io.millrace.operators.async;
    exports io.millrace.operators.batch;
    exports io.millrace.operators.format;
    exports io.millrace.operators.table;
    exports io.millrace.operators.window;

    uses io.millrace.operators.ConnectorProvider;
}
