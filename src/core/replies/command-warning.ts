// What is dangerous about a command, for the card that asks whether it may run. Not a guard: the answer is the person's.

const DANGERS: readonly (readonly [RegExp, string])[] = [
  [
    /\brm\b(?=.*\s-\w*[rf])|\brmdir\b|\bshred\b|\bfind\b.*-delete\b/,
    'It deletes files, and they cannot be brought back.',
  ],
  [
    /\bgit\s+(?:reset\s+--hard|clean\b|checkout\s+(?:--|\.)|restore\b|stash\s+(?:drop|clear))/,
    'It throws away changes that are not committed.',
  ],
  [/\bgit\s+push\b.*(?:--force|\s-f\b|--delete)/, 'It overwrites history that others may have.'],
  [
    /\bgit\s+push\b|\b(?:npm|pnpm|yarn|cargo)\s+publish\b|\bdocker\s+push\b|\bdeploy\b/,
    'It sends something to others.',
  ],
  [/\b(?:sudo|doas|su)\b/, 'It runs with the rights of an administrator.'],
  [
    /\b(?:curl|wget)\b.*\|\s*(?:sudo\s+)?(?:ba|z|da)?sh\b/,
    'It runs a program from the network without looking at it.',
  ],
  [/\b(?:mkfs|dd|fdisk|shutdown|reboot|halt|killall|pkill)\b|:\(\)\s*\{/, 'It can harm this machine.'],
  [/\b(?:chmod|chown)\b.*\s-\w*R/, 'It changes the rights of many files.'],
  [
    /\b(?:npm|pnpm|yarn|bun)\s+(?:i|install|add|ci|remove|uninstall|update)\b|\bpip3?\s+install\b|\bcargo\s+(?:add|install)\b|\bgo\s+(?:get|install)\b|\bgem\s+install\b/,
    'It changes what is installed, and may run code from the network.',
  ],
]

export function commandWarning(command: string): string | null {
  const line = command.slice(0, 4000)
  return DANGERS.find(([form]) => form.test(line))?.[1] ?? null
}
