/** The artifact storage on S3 services, through the MinIO client. */
@NullMarked
package dev.holdfast.activities.artifacts.s3;

import org.jspecify.annotations.NullMarked;
