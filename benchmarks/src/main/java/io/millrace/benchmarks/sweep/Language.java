// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

import io.millrace.api.Engines;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** What engines of the use case are written in; each is a process. */
enum Language {
    PYTHON,
    JAVA;

    private static final String PROGRAM = "analyse_image.py";

    static Language of(String text) {
        return valueOf(text.toUpperCase(Locale.ROOT));
    }

    static List<String> names() {
        return Stream.of(values()).map(Language::text).toList();
    }

    String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Engines that check an image, spend so many milliseconds of a core, and emit {@link ImagesTopology#RESULT}. */
    Engines engines(int costMillis) {
        return this == JAVA
                ? Engines.java(new AnalyseImage(costMillis))
                : Engines.process("python3", PROGRAM, Integer.toString(costMillis))
                        .emits(ImagesTopology.RESULT);
    }

    /** A part of the command by which an engine's process runs. */
    String command() {
        return this == JAVA ? "io.millrace.runtime.engine.EngineMain" : PROGRAM;
    }
}
