// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.TimeZone;
import org.h2.util.DateTimeUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Times in a database are those of the tuples, wherever the worker is. */
class JdbcTimesTest {

    private final TimeZone before = TimeZone.getDefault();

    @BeforeEach
    @AfterEach
    void restoreTheZone() {
        local(before);
    }

    private static void local(TimeZone zone) {
        TimeZone.setDefault(zone);
        DateTimeUtils.resetCalendar();
    }

    /** Writes rows of one value each, and returns what is there, in the order of the rows. */
    private static <T> List<T> written(String type, Class<T> as, List<?> values) throws SQLException {
        try (TestDatabase database = new TestDatabase("create table t (n integer primary key, v " + type + ")");
                Connection connection = DriverManager.getConnection(database.url())) {
            connection.setAutoCommit(false);
            List<Object[]> rows = new ArrayList<>();
            for (Object value : values) {
                rows.add(new Object[] {rows.size(), RowCodec.parameter("v", value)});
            }
            SqlStatement insert = SqlStatement.named("merge into t (n, v) key (n) values (:n, :v)");
            assertThat(new RowWriter(insert, 2, 10).write(connection, rows)).isEmpty();
            connection.commit();
            List<T> read = new ArrayList<>();
            try (ResultSet found = connection.createStatement().executeQuery("select v from t order by n")) {
                while (found.next()) {
                    read.add(found.getObject(1, as));
                }
            }
            return read;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Europe/Berlin", "UTC", "America/St_Johns", "Asia/Kathmandu"})
    void anInstantIsStoredAsThatInstant(String zone) throws SQLException {
        local(TimeZone.getTimeZone(zone));
        List<Instant> instants = new ArrayList<>(List.of(
                // 02:30 in Berlin, twice
                Instant.parse("2026-10-25T00:30:00Z"),
                Instant.parse("2026-10-25T01:30:00Z"),
                Instant.parse("2026-03-29T01:00:00Z"),
                Instant.parse("1969-12-31T23:59:59.123456789Z"),
                Instant.parse("1500-01-01T00:00:00Z"),
                Instant.EPOCH));
        // St John's has turned its clocks back in the first minute of a day
        Instant hour = Instant.parse("2006-10-29T00:00:00Z");
        for (int i = 0; i < 24; i++) {
            instants.add(hour.plusSeconds(600L * i));
        }
        assertThat(written("timestamp(9) with time zone", Instant.class, instants))
                .isEqualTo(instants);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Europe/Berlin", "UTC", "America/St_Johns"})
    void localTimesAndOffsetsAreStoredAsTheyAre(String zone) throws SQLException {
        local(TimeZone.getTimeZone(zone));
        List<LocalDateTime> times = List.of(
                LocalDateTime.parse("2026-03-29T02:30:00"),
                LocalDateTime.parse("2026-10-25T02:30:00.123456789"),
                LocalDateTime.parse("1582-10-10T00:00:00"));
        assertThat(written("timestamp(9)", LocalDateTime.class, times)).isEqualTo(times);
        List<LocalDate> dates = List.of(LocalDate.parse("1582-10-10"), LocalDate.parse("2011-12-30"));
        assertThat(written("date", LocalDate.class, dates)).isEqualTo(dates);
        List<LocalTime> clocks = List.of(LocalTime.MIN, LocalTime.parse("02:30:00.000000001"), LocalTime.MAX);
        assertThat(written("time(9)", LocalTime.class, clocks)).isEqualTo(clocks);
        List<OffsetDateTime> offsets = List.of(
                OffsetDateTime.parse("2026-10-25T02:30:00+02:00"), OffsetDateTime.parse("2026-10-25T02:30:00+01:00"));
        assertThat(written("timestamp with time zone", OffsetDateTime.class, offsets))
                .isEqualTo(offsets);
    }

    /** A column without a zone gets the local time of the session, as it did by a Timestamp. */
    @Test
    void anInstantInAColumnWithoutAZoneIsALocalTime() throws SQLException {
        local(TimeZone.getTimeZone("Europe/Berlin"));
        assertThat(written("timestamp", LocalDateTime.class, List.of(Instant.parse("2026-07-01T12:00:00Z"))))
                .containsExactly(LocalDateTime.parse("2026-07-01T14:00:00"));
    }

    @Test
    void aTimeThatNoColumnCanHoldIsAnErrorOfItsTuple() {
        for (Instant each : List.of(Instant.MIN, Instant.MAX)) {
            assertThatThrownBy(() -> RowCodec.parameter("at", each))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("field 'at' is " + each + ", and a time is from ");
        }
    }
}
