// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.error.TopologyException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The steps of a table at each check. */
@Timeout(60)
class LoadedTableTest {

    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final int SEEDS = 20;

    @TempDir
    private Path directory;

    private final List<String> failures = new ArrayList<>();
    private int reported;
    private long nanos;
    private long modified;

    private Path file() {
        return directory.resolve("ads.csv");
    }

    private Table table() {
        return Tables.file(file().toString()).columns("ad", "campaign");
    }

    private LoadedTable load() {
        LoadedTable loaded = new LoadedTable(table(), "n1", () -> nanos);
        loaded.add((error, first) -> {
            failures.add(error.getMessage());
            reported += first ? 1 : 0;
            return true;
        });
        return loaded;
    }

    private void check(LoadedTable table) {
        nanos += SECOND;
        table.check();
    }

    /** Overwrites the file in place, as no careful writer does. */
    private void overwrite(String... lines) throws IOException {
        Files.write(file(), List.of(lines));
        Files.setLastModifiedTime(file(), FileTime.fromMillis(++modified));
    }

    private void replace(String... lines) throws IOException {
        Path next = Files.write(directory.resolve("next"), List.of(lines));
        Files.move(next, file(), StandardCopyOption.REPLACE_EXISTING);
    }

    private static String campaign(LoadedTable table, String ad) {
        Object[] row = table.rows().get(ad);
        return row == null ? null : (String) row[0];
    }

    @Test
    void aChangeIsPublishedWhenTheFileIsTheSameAtTwoChecks() throws IOException {
        overwrite("a1,spring", "", "a2,summer");
        LoadedTable table = load();
        assertThat(campaign(table, "a2")).isEqualTo("summer");
        check(table);
        assertThat(table.ageSeconds()).isZero();

        overwrite("a1,autumn");
        check(table);
        assertThat(campaign(table, "a1")).isEqualTo("spring");
        overwrite("a1,autumn", "a3,winter");
        check(table);
        assertThat(campaign(table, "a1")).as("it is still being written").isEqualTo("spring");
        assertThat(table.ageSeconds()).isEqualTo(2);
        Map<Object, Object[]> before = table.rows();
        check(table);
        assertThat(campaign(table, "a1")).isEqualTo("autumn");
        assertThat(table.rows()).containsOnlyKeys("a1", "a3");
        assertThat(before).as("whoever has the rows keeps them as they were").containsOnlyKeys("a1", "a2");
        assertThat(table.ageSeconds()).isZero();
        assertThat(failures).isEmpty();
    }

    @Test
    void aByteOrderMarkIsNoPartOfTheFirstKey() throws IOException {
        overwrite("\uFEFFa1,spring", "\uFEFFa2,summer");
        LoadedTable table = load();
        assertThat(table.rows()).containsOnlyKeys("a1", "\uFEFFa2");
    }

    @Test
    void aFailureKeepsTheRowsAndIsReportedOnce() throws IOException {
        overwrite("a1,spring");
        LoadedTable table = load();
        Files.delete(file());
        check(table);
        check(table);
        assertThat(campaign(table, "a1")).isEqualTo("spring");
        assertThat(failures).hasSize(2);
        assertThat(reported).isEqualTo(1);
        assertThat(failures.get(0))
                .isEqualTo(
                        "the table " + file() + " is not read again, and its rows stay as they were: it does not exist:"
                                + " it is tried again");
        overwrite("a1;spring");
        check(table);
        check(table);
        check(table);
        assertThat(failures)
                .as("a malformed file is not read again before it changes")
                .hasSize(3);
        assertThat(failures.get(2))
                .contains("line 1: it has 1 columns with ',' between them, and 2 are expected: ad, campaign");
        assertThat(table.ageSeconds()).isEqualTo(5);
        replace("a1,summer");
        check(table);
        check(table);
        assertThat(campaign(table, "a1")).isEqualTo("summer");
        assertThat(reported).isEqualTo(1);
        Files.delete(file());
        check(table);
        assertThat(reported).as("another failure").isEqualTo(2);
    }

    @Test
    void aFileThatCannotBeUsedAtTheStartIsAnErrorWithItsLine() throws IOException {
        assertThatThrownBy(this::load)
                .isInstanceOf(TopologyException.class)
                .hasMessage(
                        "the table " + file() + " cannot be read on node n1: it does not exist; put it there, readable"
                                + " for the user who runs the workers");
        overwrite("a1,spring", "a1,summer");
        assertThatThrownBy(this::load)
                .hasMessage(
                        "the table " + file() + " on node n1, line 2: a line before has the key 'a1' too, column 'ad':"
                                + " correct the file");
        Files.write(file(), new byte[] {'a', ',', (byte) 0xE4, '\n'});
        assertThatThrownBy(this::load).hasMessageContaining("behind line 0 are bytes that are no UTF-8");
    }

    /** The rows are always those of one whole file, and finally those of the last one. */
    @Test
    void rowsAreAlwaysThoseOfOneContent() throws IOException {
        for (long seed = 1; seed <= SEEDS; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            overwrite("version,0");
            LoadedTable table = load();
            Map<String, Integer> rowsOf = new HashMap<>(Map.of("0", 1));
            String last = "0";
            for (int step = 1; step < 40; step++) {
                int kind = random.nextInt(6);
                if (kind == 0) {
                    overwrite("version,x,y");
                } else if (kind <= 2) {
                    last = seed + "." + step;
                    String[] lines = new String[1 + random.nextInt(5)];
                    for (int i = 1; i < lines.length; i++) {
                        lines[i] = "k" + i + "," + last;
                    }
                    lines[0] = "version," + last;
                    rowsOf.put(last, lines.length);
                    if (random.nextBoolean()) {
                        overwrite(lines);
                    } else {
                        replace(lines);
                    }
                } else {
                    check(table);
                }
                String version = campaign(table, "version");
                assertThat(table.rows()).as("seed %d", seed).hasSize(rowsOf.get(version));
                assertThat(table.rows().values()).allMatch(row -> row[0].equals(version));
            }
            overwrite("version," + last);
            check(table);
            check(table);
            assertThat(campaign(table, "version")).isEqualTo(last);
        }
    }
}
