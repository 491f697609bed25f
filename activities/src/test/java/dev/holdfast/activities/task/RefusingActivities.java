package dev.holdfast.activities.task;

import dev.holdfast.contract.Receipt;
import dev.holdfast.contract.StepResult;
import dev.holdfast.workflows.Begun;
import dev.holdfast.workflows.Reservation;
import dev.holdfast.workflows.Sandbox;
import dev.holdfast.workflows.SandboxActivities;
import dev.holdfast.workflows.TaskRequest;

/** Does nothing that a test has not given it to do. */
abstract class RefusingActivities implements SandboxActivities {
    @Override
    public Begun begin(BeginRequest request) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Begun howFar(BeginRequest request) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Place findPlace(TaskRequest request) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Reservation reserve(TaskRequest request) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void leaveHost(LeaveRequest request) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Sandbox acquire(AcquireRequest request) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Staged stage(StageRequest request) {
        throw new UnsupportedOperationException();
    }

    @Override
    public StepResult runStep(RunStepRequest request) {
        throw new UnsupportedOperationException();
    }

    @Override
    public StepResult stopStep(StopStepRequest request) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Looked look(LookRequest request) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Collected collect(CollectRequest request) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Receipt release(ReleaseRequest request) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Finished finish(FinishRequest request) {
        throw new UnsupportedOperationException();
    }
}
