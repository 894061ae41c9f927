// What to say aloud when something could not be done. The fault's own message names paths and is for the screen.
import type { FaultCode } from '../../shared/errors.ts'

const SENTENCES: Partial<Record<FaultCode, string>> = {
  bad_pattern: 'That is not a regular expression I can search with. The reason is on the screen.',
  command_failed: 'The command could not be started. The reason is on the screen.',
  file_binary: 'That file is not text, so I cannot show it.',
  file_changed: 'That file has changed since, so I left it alone.',
  file_not_found: 'I cannot find that file. Check the name, or ask me to find some text in it.',
  file_not_written: 'I could not write that file. The reason is on the screen.',
  file_too_large: 'That file is too large to show.',
  git_failed: 'Git could not tell me what changed. The reason is on the screen.',
  no_workspace: 'No folder is open yet. Open one first, then ask me again.',
  not_a_repository: 'This folder is not a git repository, so I cannot tell what changed.',
  outside_workspace: 'That is outside the folder you have open, so I leave it alone.',
  search_failed: 'The search did not work. The reason is on the screen.',
}

export function faultSentence(code: FaultCode | undefined): string {
  return (code && SENTENCES[code]) ?? 'That did not work. The reason is on the screen.'
}
