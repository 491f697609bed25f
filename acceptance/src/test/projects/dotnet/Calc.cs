namespace Acme
{
    public static class Calc
    {
        public static int Add(int a, int b) => a + b;
    }
}
