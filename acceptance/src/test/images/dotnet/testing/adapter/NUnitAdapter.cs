using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Linq;
using System.Reflection;
using Microsoft.VisualStudio.TestPlatform.ObjectModel;
using Microsoft.VisualStudio.TestPlatform.ObjectModel.Adapter;
using Microsoft.VisualStudio.TestPlatform.ObjectModel.Logging;

/// <summary>Tells the test platform of NUnit's plain tests, which it knows by the names of NUnit's types.</summary>
[FileExtension(".dll")]
[DefaultExecutorUri(Address)]
[ExtensionUri(Address)]
public sealed class NUnitAdapter : ITestDiscoverer, ITestExecutor
{
    const string Address = "executor://holdfast/stand-in";

    public void DiscoverTests(
        IEnumerable<string> sources, IDiscoveryContext context, IMessageLogger logger, ITestCaseDiscoverySink sink)
    {
        foreach (var found in sources.SelectMany(Tests))
        {
            sink.SendTestCase(found.test);
        }
    }

    public void RunTests(IEnumerable<string> sources, IRunContext context, IFrameworkHandle results)
    {
        foreach (var found in sources.SelectMany(Tests))
        {
            results.RecordStart(found.test);
            var result = Run(found.test, found.method);
            results.RecordEnd(found.test, result.Outcome);
            results.RecordResult(result);
        }
    }

    public void RunTests(IEnumerable<TestCase> tests, IRunContext context, IFrameworkHandle results) =>
        RunTests(tests.Select(test => test.Source).Distinct(), context, results);

    public void Cancel()
    {
    }

    static IEnumerable<(TestCase test, MethodInfo method)> Tests(string source) =>
        from type in Assembly.LoadFrom(source).GetExportedTypes()
        from method in type.GetMethods(BindingFlags.Public | BindingFlags.Instance)
        where method.GetCustomAttributes().Any(one => one.GetType().FullName == "NUnit.Framework.TestAttribute")
        select (new TestCase(type.FullName + "." + method.Name, new Uri(Address), source), method);

    static TestResult Run(TestCase test, MethodInfo method)
    {
        var result = new TestResult(test) { StartTime = DateTimeOffset.Now, Outcome = TestOutcome.Passed };
        var clock = Stopwatch.StartNew();
        try
        {
            method.Invoke(Activator.CreateInstance(method.DeclaringType), null);
        }
        catch (TargetInvocationException thrown)
        {
            var cause = thrown.InnerException;
            var skipped = cause.GetType().FullName == "NUnit.Framework.IgnoreException";
            result.Outcome = skipped ? TestOutcome.Skipped : TestOutcome.Failed;
            result.ErrorMessage = cause.Message;
            result.ErrorStackTrace = cause.StackTrace;
        }
        result.Duration = clock.Elapsed;
        result.EndTime = DateTimeOffset.Now;
        return result;
    }
}
