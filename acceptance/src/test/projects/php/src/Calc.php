<?php

namespace Acme;

final class Calc
{
    public static function add(int $a, int $b): int
    {
        return $a + $b;
    }
}
