// What is dangerous about a command, for its approval card. This is no safeguard: the user decides.

const DANGERS: readonly (readonly [RegExp, string])[] = [
  [/\brm\b(?=.*\s-\w*[rf])|\brmdir\b|\bshred\b|\bfind\b.*-delete\b/, 'It deletes files permanently.'],
  [
    /\bgit\s+(?:reset\s+--hard|clean\b|checkout\s+(?:--|\.)|restore\b|stash\s+(?:drop|clear))/,
    'It discards uncommitted changes.',
  ],
  [/\bgit\s+push\b.*(?:--force|\s-f\b|--delete)/, 'It overwrites history that others may have fetched.'],
  [
    /\bgit\s+push\b|\b(?:npm|pnpm|yarn|cargo)\s+publish\b|\bdocker\s+push\b|\bdeploy\b/,
    'It publishes something.',
  ],
  [/\b(?:sudo|doas|su)\b/, 'It runs as administrator.'],
  [/\b(?:curl|wget)\b.*\|\s*(?:sudo\s+)?(?:ba|z|da)?sh\b/, 'It downloads a program and runs it unchecked.'],
  [/\b(?:mkfs|dd|fdisk|shutdown|reboot|halt|killall|pkill)\b|:\(\)\s*\{/, 'It can harm this computer.'],
  [/\b(?:chmod|chown)\b.*\s-\w*R/, 'It changes the permissions of many files.'],
  [
    /\b(?:npm|pnpm|yarn|bun)\s+(?:i|install|add|ci|remove|uninstall|update)\b|\bpip3?\s+install\b|\bcargo\s+(?:add|install)\b|\bgo\s+(?:get|install)\b|\bgem\s+install\b/,
    'It changes installed packages and may run downloaded code.',
  ],
]

export function commandWarning(command: string): string | null {
  const line = command.slice(0, 4000)
  return DANGERS.find(([form]) => form.test(line))?.[1] ?? null
}
