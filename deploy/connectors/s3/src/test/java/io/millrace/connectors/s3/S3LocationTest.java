// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.core.exception.SdkClientException;

class S3LocationTest {

    private static S3Location of(String uri) throws IOException {
        return S3Location.of(URI.create(uri));
    }

    @Test
    void bucketAndPrefixAreEnough() throws IOException {
        assertThat(of("s3://state/a/b/"))
                .isEqualTo(new S3Location("state", "a/b/", null, null, false, Duration.ofSeconds(60)))
                .hasToString("s3://state/a/b/");
        assertThat(of("s3://state").prefix()).isEmpty();
        assertThat(of("s3://state/").prefix()).isEmpty();
    }

    @Test
    void parametersNameTheServer() throws IOException {
        assertThat(of("s3://state/a?endpoint=https%3A%2F%2Fhost:9000&timeout=5"))
                .isEqualTo(new S3Location(
                        "state", "a/", URI.create("https://host:9000"), "us-east-1", true, Duration.ofSeconds(5)));
        assertThat(of("s3://state/a?endpoint=http://host&path-style=false&region=eu-central-1"))
                .isEqualTo(new S3Location(
                        "state", "a/", URI.create("http://host"), "eu-central-1", false, Duration.ofSeconds(60)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "s3:///a | has no bucket: write s3://bucket/prefix",
                "s3://A_B/a | has the bucket 'A_B', which is no name of one: write s3://bucket/prefix",
                "s3://AKIAME:secret@state/a | has the bucket 'state', which is no name of one: write s3://bucket/prefix",
                "s3://state/a%20b | has a prefix that is not up to 500 letters",
                "s3://state/a?x=1 | has the unknown parameter 'x': there are endpoint, region, path-style and timeout",
                "s3://state/a?region | has the parameter 'region' without a value: write name=value",
                "s3://state/a?endpoint=host:9000 | has no valid endpoint: write endpoint=https://host:port",
                "s3://state/a?endpoint=http://me:secret@host | has no valid endpoint: write endpoint=https://host:port",
                "s3://state/a?path-style=yes | has path-style=yes: write true or false",
                "s3://state/a?timeout=0 | has timeout=0: write 1 to 3600 seconds",
            })
    void othersAreRefusedWithTheRemedy(String uri, String says) {
        assertThatThrownBy(() -> of(uri))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("the location 's3://")
                .hasMessageContaining(says)
                .hasMessageNotContaining("secret");
    }

    @Test
    void whatTheClientLacksIsSaidInOneLine() throws IOException {
        S3Location location = of("s3://state/a");
        assertThat(S3Errors.explained(
                        "keep snapshots",
                        location,
                        SdkClientException.create(
                                "Unable to load credentials from any of the providers\nin the chain")))
                .hasMessage(
                        "cannot keep snapshots in s3://state/a/: there are no credentials: set AWS_ACCESS_KEY_ID and"
                                + " AWS_SECRET_ACCESS_KEY, a profile, or a role, for the worker");
        assertThat(S3Errors.explained(
                        "keep snapshots",
                        location,
                        SdkClientException.create("Unable to load region from any of the providers in the chain")))
                .hasMessage("cannot keep snapshots in s3://state/a/: there is no region: set AWS_REGION for the worker,"
                        + " or region=... in the location");
    }
}
