// What is said in place of content that is left to the screen.

const CODE = 'The code is on the screen.'
const NOTICES: Readonly<Record<string, string>> = {
  diff: 'The change is on the screen.',
  patch: 'The change is on the screen.',
  sh: 'The command is on the screen.',
  bash: 'The command is on the screen.',
  shell: 'The command is on the screen.',
  zsh: 'The command is on the screen.',
  console: 'The command is on the screen.',
  powershell: 'The command is on the screen.',
  text: 'The text is on the screen.',
  txt: 'The text is on the screen.',
  plaintext: 'The text is on the screen.',
  markdown: 'The text is on the screen.',
  mermaid: 'The drawing is on the screen.',
}

/** For a code block in this language. */
export const codeNotice = (language: string): string => NOTICES[language] ?? CODE

export const TABLE_NOTICE = 'The table is on the screen.'
export const REST_NOTICE = 'The rest is on the screen.'
export const PART_NOTICE = 'This part is on the screen.'
