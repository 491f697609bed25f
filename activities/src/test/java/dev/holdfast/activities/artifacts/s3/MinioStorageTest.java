package dev.holdfast.activities.artifacts.s3;

/** On a real MinIO server. */
final class MinioStorageTest extends ArtifactStorageContract {
    @Override
    protected S3Server startServer() {
        return MinioServer.start();
    }

    @Override
    protected boolean listsUnfinishedUploads() {
        return false;
    }
}
