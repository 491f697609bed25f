<?php
// eval($text); system($text);
function harmless($text, $pdo, $curl) {
    echo 'eval($text)', "system(x)";
    $pdo->exec($text);
    $this->system($text);
    curl_exec($curl);
    json_decode($text);
    preg_replace('/x/i', 'e', $text);
    require 'vendor/autoload.php';
    include __DIR__ . '/a.php';
    assert($text > 1);
    serialize($text);
}
$password = getenv('PASSWORD');
