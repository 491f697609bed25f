<?php

use Acme\Calc;
use PHPUnit\Framework\TestCase;

final class CalcTest extends TestCase
{
    public function testAdds(): void
    {
        $this->assertSame(3, Calc::add(1, 2));
    }

    public function testAddsNegativeNumbers(): void
    {
        $this->assertSame(-3, Calc::add(-1, -2));
    }

    public function testAddsWrongly(): void
    {
        $this->assertSame(4, Calc::add(1, 2));
    }

    public function testSkipped(): void
    {
        $this->markTestSkipped('not today');
    }
}
