<?php
function dangerous($text) {
    eval($text); // want: php-eval
    system($text); // want: php-shell
    exec("ls $text"); // want: php-shell
    \shell_exec($text); // want: php-shell
    PassThru($text); // want: php-shell
    $out = `ls $text`; // want: php-backticks
    unserialize($text); // want: php-unserialize
    preg_replace('/x/e', $text, $text); // want: php-preg-eval
    include $text . '.php'; // want: php-include
    require_once($_GET['page']); // want: php-include
    call_user_func($_GET['f']); // want: php-call
    assert('$a > 1'); // want: php-assert
}
$password = 'tr0ub4dor3x'; // want: secret-hard-coded
