package dev.holdfast.projects.reports;

/** Something about a report itself that a person should know; never a reason to fail a task. */
public record ReportFinding(String path, String problem) {}
