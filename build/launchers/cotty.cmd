@echo off
rem The command `cotty` of the installed app: the app's own executable, run as Node.
setlocal
set ELECTRON_RUN_AS_NODE=1
"%~dp0..\..\Cotty.exe" "%~dp0..\app.asar\bin\cotty.js" %*
