# Invoke-Expression $text is only a word here
<# iex $text #>
Write-Output "Invoke-Expression $text" 'iex'
Start-Process notepad
Get-ChildItem | Where-Object { $_.Name -eq 'iex' }
$password = Read-Host -AsSecureString
