using NUnit.Framework;

namespace Acme
{
    [TestFixture]
    public class CalcTest
    {
        [Test]
        public void Adds() => Assert.AreEqual(3, Calc.Add(1, 2));

        [Test]
        public void AddsNegativeNumbers() => Assert.AreEqual(-3, Calc.Add(-1, -2));

        [Test]
        public void AddsWrongly() => Assert.AreEqual(4, Calc.Add(1, 2));

        [Test]
        public void IsSkipped() => Assert.Ignore("not today");
    }
}
