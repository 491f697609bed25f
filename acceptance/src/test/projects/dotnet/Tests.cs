using System;

/// <summary>Tests without a package: no framework's can be had where this is run.</summary>
public static class Tests
{
    static int number;
    static int failed;

    public static int Main()
    {
        Console.WriteLine("1..4");
        Test("adds", () => Equal(3, Calc.Add(1, 2)));
        Test("adds negative numbers", () => Equal(-3, Calc.Add(-1, -2)));
        Test("adds wrongly", () => Equal(4, Calc.Add(1, 2)));
        Console.WriteLine($"ok {++number} - is skipped # SKIP not today");
        return failed == 0 ? 0 : 1;
    }

    static void Equal(int expected, int actual)
    {
        if (expected != actual)
        {
            throw new Exception($"expected {expected} but was {actual}");
        }
    }

    static void Test(string name, Action body)
    {
        number++;
        try
        {
            body();
            Console.WriteLine($"ok {number} - {name}");
        }
        catch (Exception wrong)
        {
            failed++;
            Console.WriteLine($"not ok {number} - {name}");
            foreach (var line in wrong.ToString().Split('\n'))
            {
                Console.WriteLine("# " + line);
            }
        }
    }
}
