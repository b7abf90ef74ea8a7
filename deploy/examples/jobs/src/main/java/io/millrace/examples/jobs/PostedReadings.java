// SPDX-License-Identifier: Apache-2.0
package io.millrace.examples.jobs;

import io.millrace.api.TopologyBuilder;
import io.millrace.api.TopologySubmitter;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.error.TopologyException;
import io.millrace.operators.Bolts;
import io.millrace.operators.Spouts;
import io.millrace.operators.batch.BatchBolt;
import io.millrace.operators.batch.BatchErrors;
import io.millrace.operators.format.Formats;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/** Posts readings to a service, many with a request. Arguments: a directory of files with lines {@code sensor,value}, a URL, a directory for snapshots. */
public final class PostedReadings {

    record Reading(String sensor, double value) {}

    private PostedReadings() {}

    public static void main(String[] args) {
        if (args.length != 3) {
            throw new TopologyException("usage: PostedReadings READINGS-DIR URL SNAPSHOTS-DIR");
        }
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("readings", Spouts.files(args[0], Formats.delimited(Reading.class, ",")));
        BatchBolt post = (batch, out) -> post(args[1], batch);
        builder.setBolt(
                        "post",
                        Bolts.batch(1_000, 256 << 10, Bolts.adaptive(Duration.ofMillis(200)), post)
                                .onError(BatchErrors.BISECT),
                        2)
                .blocking()
                .fields("readings", "sensor");
        TopologySubmitter.submit("posted-readings", builder.build(), Config.exactlyOnce(args[2]));
    }

    private static void post(String url, List<Tuple> batch) {
        String body = batch.stream()
                .map(reading -> reading.getString("sensor") + " " + reading.getDouble("value"))
                .collect(Collectors.joining("\n"));
        try {
            HttpURLConnection request =
                    (HttpURLConnection) URI.create(url).toURL().openConnection();
            request.setDoOutput(true);
            request.getOutputStream().write(body.getBytes(StandardCharsets.UTF_8));
            request.getInputStream().close();
        } catch (IOException e) {
            throw new IllegalStateException(url + ": " + e.getMessage(), e);
        }
    }
}
