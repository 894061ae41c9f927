@echo off
rem The command `parley` on Windows: opens a folder in Parley.
start "" "%~dp0..\..\parley.exe" %*
