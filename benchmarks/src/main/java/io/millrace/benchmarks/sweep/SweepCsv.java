// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A setting's figures as a file of values separated by commas, for other programs. */
final class SweepCsv {

    private static final String COLUMNS =
            "bytes,cost_ms,grouping,per_second,bound,ratio,bound_bytes_per_second,bound_bytes_per_second_lowest"
                    + ",bound_bytes_per_second_highest,cores,cores_left,half_p50_ms,half_p99_ms,most_p50_ms,most_p99_ms";

    private SweepCsv() {}

    static void write(Path directory, Field field) throws IOException {
        List<String> rows = new ArrayList<>();
        rows.add("engine," + COLUMNS);
        for (String engine : field.engines()) {
            for (Field.Point point : field.points(engine)) {
                rows.add(engine + "," + row(point));
            }
        }
        Files.createDirectories(directory);
        Files.write(directory.resolve("sweep-" + field.setting().text() + ".csv"), rows);
    }

    private static String row(Field.Point point) {
        return Stream.of(COLUMNS.split(","))
                .map(column -> point.result().path(column).asText())
                .collect(Collectors.joining(","));
    }
}
