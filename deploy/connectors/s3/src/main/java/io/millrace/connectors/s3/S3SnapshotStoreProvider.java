// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.s3;

import io.millrace.api.spi.SnapshotStore;
import io.millrace.api.spi.SnapshotStoreProvider;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;
import software.amazon.awssdk.services.s3.S3Configuration;

/**
 * Opens locations such as {@code s3://bucket/prefix}. Found by {@link java.util.ServiceLoader}. Region and credentials
 * are those that the AWS SDK finds in its default chains, unless the location names a region.
 */
public final class S3SnapshotStoreProvider implements SnapshotStoreProvider {

    private static final int ATTEMPTS = 4;
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

    @Override
    public String scheme() {
        return "s3";
    }

    @Override
    public SnapshotStore open(URI uri, Map<String, String> settings) throws IOException {
        S3Location location = S3Location.of(uri);
        S3Client client;
        try {
            client = client(location);
        } catch (SdkException e) {
            throw S3Errors.explained("keep snapshots", location, e);
        }
        S3SnapshotStore store = new S3SnapshotStore(location, client, S3SnapshotStore.PART_BYTES);
        try {
            store.probe();
        } catch (IOException e) {
            store.close();
            throw e;
        }
        return store;
    }

    private static S3Client client(S3Location location) {
        S3ClientBuilder builder = S3Client.builder()
                .httpClientBuilder(UrlConnectionHttpClient.builder()
                        .connectionTimeout(min(CONNECT_TIMEOUT, location.timeout()))
                        .socketTimeout(location.timeout()))
                .overrideConfiguration(override -> override.apiCallTimeout(location.timeout())
                        .retryStrategy(AwsRetryStrategy.standardRetryStrategy().toBuilder()
                                .maxAttempts(ATTEMPTS)
                                .build()))
                // Content-MD5 guards uploads, as all servers know it: not all know the SDK's trailing checksums
                .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
                .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
                .serviceConfiguration(S3Configuration.builder()
                        .pathStyleAccessEnabled(location.pathStyle())
                        .chunkedEncodingEnabled(false)
                        .build());
        if (location.region() != null) {
            builder.region(Region.of(location.region()));
        }
        if (location.endpoint() != null) {
            builder.endpointOverride(location.endpoint());
        }
        return builder.build();
    }

    private static Duration min(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
