// SPDX-License-Identifier: Apache-2.0
/**
 * The contract between topologies, services and the engine.
 *
 * <p>All packages are exported without conditions, because the engine may be on the class path. Records that are values
 * of tuples, and components, are created by reflection: the application opens their packages to this module.
 */
module io.millrace.api {
    exports io.millrace.api;
    exports io.millrace.api.codec;
    exports io.millrace.api.config;
    exports io.millrace.api.error;
    exports io.millrace.api.json;
    exports io.millrace.api.metrics;
    exports io.millrace.api.rebalance;
    exports io.millrace.api.spi;
    exports io.millrace.api.state;
    exports io.millrace.api.template;

    uses io.millrace.api.ClusterProvider;
    uses io.millrace.api.EngineProvider;
    uses io.millrace.api.EngineRunner;
}
