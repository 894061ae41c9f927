; "Open with Parley" for folders, and parley:// links. For the user who installs it, not for the whole computer.
; The root of a drive ends in a backslash, which would escape the quote after it: hence the dot.
!macro customInstall
  WriteRegStr SHCTX "Software\Classes\Directory\shell\Parley" "" "Open with Parley"
  WriteRegStr SHCTX "Software\Classes\Directory\shell\Parley" "Icon" "$INSTDIR\parley.exe"
  WriteRegStr SHCTX "Software\Classes\Directory\shell\Parley\command" "" '"$INSTDIR\parley.exe" "%V\."'
  WriteRegStr SHCTX "Software\Classes\Directory\Background\shell\Parley" "" "Open with Parley"
  WriteRegStr SHCTX "Software\Classes\Directory\Background\shell\Parley" "Icon" "$INSTDIR\parley.exe"
  WriteRegStr SHCTX "Software\Classes\Directory\Background\shell\Parley\command" "" '"$INSTDIR\parley.exe" "%V\."'
  WriteRegStr SHCTX "Software\Classes\parley" "" "URL:Parley"
  WriteRegStr SHCTX "Software\Classes\parley" "URL Protocol" ""
  WriteRegStr SHCTX "Software\Classes\parley\shell\open\command" "" '"$INSTDIR\parley.exe" "%1"'
  WriteRegStr SHCTX "Software\Microsoft\Windows\CurrentVersion\App Paths\parley.exe" "" "$INSTDIR\parley.exe"
!macroend

!macro customUnInstall
  DeleteRegKey SHCTX "Software\Classes\Directory\shell\Parley"
  DeleteRegKey SHCTX "Software\Classes\Directory\Background\shell\Parley"
  DeleteRegKey SHCTX "Software\Classes\parley"
  DeleteRegKey SHCTX "Software\Microsoft\Windows\CurrentVersion\App Paths\parley.exe"
!macroend
