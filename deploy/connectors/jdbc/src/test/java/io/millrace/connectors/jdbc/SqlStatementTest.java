// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.error.TopologyException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is a parameter in a statement and what is not. */
class SqlStatementTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "merge into counts values (:word, :count) | merge into counts values (?, ?) | word count",
                "update t set a=:a,b=:b_2 where a<>:a | update t set a=?,b=? where a<>? | a b_2 a",
                "insert into t values (':no', :a, 'it''s :no') | insert into t values (':no', ?, 'it''s :no') | a",
                "insert into \":no\" values (:a) -- :no | insert into \":no\" values (?) -- :no | a",
                "insert into `:no` values (:a) | insert into `:no` values (?) | a",
                "insert /* :no /* :no */ :no */ into t values (:a) | insert /* :no /* :no */ :no */ into t values (?) | a",
                "insert into t values (:a::jsonb, x[1:2]) | insert into t values (?::jsonb, x[1:2]) | a",
                "insert into t values ($$ :no ' $$, :a, $x$ :no $$ $x$) | insert into t values ($$ :no ' $$, ?, $x$ :no $$ $x$) | a",
                "insert into t values (:größe, a$b, '?') | insert into t values (?, a$b, '?') | größe",
                "insert into t values (:a)-1 /- 2 | insert into t values (?)-1 /- 2 | a",
            })
    void findsNamedParameters(String sql, String rewritten, String fields) {
        SqlStatement statement = SqlStatement.named(sql);
        assertThat(statement.sql()).isEqualTo(rewritten);
        assertThat(String.join(" ", statement.fields())).isEqualTo(fields);
    }

    @Test
    void aCommentEndsWithItsLine() {
        assertThat(SqlStatement.named("insert -- it's :no\ninto t values (:a)").sql())
                .isEqualTo("insert -- it's :no\ninto t values (?)");
    }

    @Test
    void questionMarksTakeTheGivenFields() {
        SqlStatement statement = SqlStatement.of("insert into t values (?, '?', ?) -- ?", List.of("b", "a"));
        assertThat(statement.fields()).containsExactly("b", "a");
        assertThat(statement.sql()).isEqualTo("insert into t values (?, '?', ?) -- ?");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "  ",
                "insert into t values (1)",
                "insert into t values (?, :a)",
                "insert into t values ('",
                "/* :a",
                "$$ :a"
            })
    void refusesStatementsWithoutParametersOrEnd(String sql) {
        assertThatThrownBy(() -> SqlStatement.named(sql))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("the statement");
    }

    @Test
    void refusesOtherNumbersOfFields() {
        assertThatThrownBy(() -> SqlStatement.of("insert into t values (?)", List.of("a", "b")))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("1 question marks, and 2 fields");
        assertThatThrownBy(() -> SqlStatement.of("insert into t values (:a)", List.of("a")))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining(":a");
    }
}
