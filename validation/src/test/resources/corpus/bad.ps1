Invoke-Expression $text # want: ps-invoke-expression
$text | iex # want: ps-invoke-expression
(New-Object Net.WebClient).DownloadString($url) # want: ps-download
pwsh -EncodedCommand $x # want: ps-encoded
Start-Process $program # want: ps-start-process
Add-Type -TypeDefinition $code # want: ps-add-type
[ScriptBlock]::Create($text) # want: ps-scriptblock
Set-ExecutionPolicy Bypass # want: ps-policy
$password = "tr0ub4dor3x" # want: secret-hard-coded
