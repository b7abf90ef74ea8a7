// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.s3;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.regex.Pattern;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkException;

/** Makes one line with the remedy of what the SDK reports. */
final class S3Errors {

    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final int SERVER_ERRORS = 500;

    /** What the SDK adds to the text of others. */
    private static final Pattern ATTEMPTS = Pattern.compile(" \\(SDK Attempt Count: \\d+\\)");

    private S3Errors() {}

    /**
     * Returns an exception whose message names what failed, where, why, and what to do.
     *
     * @param what completes "cannot ..."
     */
    static IOException explained(String what, S3Location location, SdkException cause) {
        String begin = "cannot " + what + " in " + location + ": ";
        if (cause instanceof AbortedException) {
            Thread.currentThread().interrupt();
            IOException interrupted = new InterruptedIOException(begin + "the thread was interrupted");
            interrupted.initCause(cause);
            return interrupted;
        }
        return new IOException(begin + reason(cause, location) + ": " + remedy(cause, location), cause);
    }

    private static String reason(SdkException cause, S3Location location) {
        if (cause instanceof ApiCallTimeoutException) {
            return "no answer within " + location.timeout().toSeconds() + " s";
        }
        if (cause instanceof AwsServiceException service) {
            AwsErrorDetails details = service.awsErrorDetails();
            String code = details == null ? null : details.errorCode();
            String message = details == null ? null : details.errorMessage();
            return "status " + service.statusCode()
                    + (code == null || code.isBlank() ? "" : " " + code)
                    + (message == null || message.isBlank() ? "" : ", " + line(message));
        }
        if (isAboutCredentials(cause)) {
            return "there are no credentials";
        }
        if (isAboutRegion(cause)) {
            return "there is no region";
        }
        Throwable root = cause;
        while (root.getCause() != null && root.getCause() != root) {
            root = root.getCause();
        }
        String message = root.getMessage();
        return message == null || message.isBlank() ? root.getClass().getSimpleName() : line(message);
    }

    private static String remedy(SdkException cause, S3Location location) {
        if (cause instanceof AwsServiceException service) {
            int status = service.statusCode();
            if (status == FORBIDDEN) {
                return "let the credentials of the worker list, read, write and delete objects and uploads there";
            }
            if (status == NOT_FOUND) {
                return "create the bucket '" + location.bucket() + "', or name another one";
            }
            return status >= SERVER_ERRORS
                    ? "look at the state of the object store"
                    : "check region, endpoint and path-style of the location";
        }
        if (isAboutCredentials(cause)) {
            return "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, a profile, or a role, for the worker";
        }
        if (isAboutRegion(cause)) {
            return "set AWS_REGION for the worker, or region=... in the location";
        }
        return "check that the endpoint is reachable from this node";
    }

    private static boolean isAboutCredentials(SdkException cause) {
        return cause.getMessage() != null && cause.getMessage().startsWith("Unable to load credentials");
    }

    private static boolean isAboutRegion(SdkException cause) {
        return cause.getMessage() != null && cause.getMessage().startsWith("Unable to load region");
    }

    private static String line(String text) {
        return ATTEMPTS.matcher(text.lines().findFirst().orElse(""))
                .replaceAll("")
                .strip();
    }
}
