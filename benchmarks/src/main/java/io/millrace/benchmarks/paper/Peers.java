// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.paper;

import io.millrace.benchmarks.machine.Options;
import io.millrace.benchmarks.macro.Engine;
import io.millrace.benchmarks.macro.EngineCommand;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The engines beside Millrace.
 *
 * @param named by --engines, for every figure that has peers; without it each figure has its own
 */
record Peers(Optional<List<String>> named) {

    static final String JSTORM = "jstorm";

    static final String JSTORM_UNBATCHED = "jstorm-unbatched";

    static final String STORM = "storm";

    /** All that macro runs, JStorm as shipped and without its batches. */
    static final List<String> ALL = List.of(JSTORM, JSTORM_UNBATCHED, STORM, "flink", "jet");

    private static final String ENGINES = "engines";

    static Peers take(Options options) throws IOException {
        if (options.take(ENGINES, "").isEmpty()) {
            return new Peers(Optional.empty());
        }
        return new Peers(Optional.of(options.takeNames(ENGINES, "", EngineCommand.names(Engine.class)).stream()
                .filter(name -> !EngineCommand.isMillrace(name))
                .toList()));
    }

    List<String> names(PaperFigure figure) {
        return figure.peers().isEmpty() ? List.of() : named.orElse(figure.peers());
    }

    List<EngineCommand> of(PaperFigure figure) throws IOException {
        List<EngineCommand> engines = new ArrayList<>();
        for (String name : names(figure)) {
            engines.add(EngineCommand.of(name, ""));
        }
        return engines;
    }
}
