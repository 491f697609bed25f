using System;
using System.IO;
using System.Reflection;
using System.Runtime.CompilerServices;
using Microsoft.VisualStudio.TestPlatform.Common;
using Microsoft.VisualStudio.TestPlatform.Common.Telemetry;
using Microsoft.VisualStudio.TestPlatform.CommunicationUtilities;
using Microsoft.VisualStudio.TestPlatform.CrossPlatEngine;
using Microsoft.VisualStudio.TestPlatform.ObjectModel;
using Microsoft.VisualStudio.TestPlatform.ObjectModel.Host;

/// <summary>The process in which tests run: it answers the SDK's own test console by the SDK's own engine.</summary>
static class Program
{
    static int Main(string[] arguments)
    {
        // The tests' list of dependencies decides what is found by itself, and does not name the platform's parts.
        AppDomain.CurrentDomain.AssemblyResolve += (_, wanted) =>
        {
            var file = Path.Combine(AppContext.BaseDirectory, new AssemblyName(wanted.Name).Name + ".dll");
            return File.Exists(file) ? Assembly.LoadFrom(file) : null;
        };
        return Serve(arguments[Array.IndexOf(arguments, "--endpoint") + 1]);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Serve(string endpoint)
    {
        var handler = new TestRequestHandler
        {
            ConnectionInfo = new TestHostConnectionInfo
            {
                Endpoint = endpoint, Role = ConnectionRole.Client, Transport = Transport.Sockets,
            },
        };
        handler.InitializeCommunication();
        if (!handler.WaitForRequestSenderConnection(90_000))
        {
            return 1;
        }
        var request = new RequestData { MetricsCollection = new NoOpMetricsCollection() };
        handler.ProcessRequests(new TestHostManagerFactory(request));
        return 0;
    }
}
