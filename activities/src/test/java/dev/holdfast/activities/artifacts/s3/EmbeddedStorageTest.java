package dev.holdfast.activities.artifacts.s3;

/** On the server that one machine without set-up uses. */
final class EmbeddedStorageTest extends ArtifactStorageContract {
    @Override
    protected S3Server startServer() {
        return EmbeddedS3Server.start();
    }

    @Override
    protected boolean listsUnfinishedUploads() {
        return true;
    }
}
