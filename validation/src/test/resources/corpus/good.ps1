# Invoke-Expression $text is only a word here
<# iex $text #>
Write-Output "Invoke-Expression $text" 'iex'
Start-Process notepad
Add-Type -AssemblyName System.Web
Get-ChildItem | Where-Object { $_.Name -eq 'iex' }
$password = Read-Host -AsSecureString
