// What the agent says when something failed. The fault's own message contains paths, so it is only shown.
import type { FaultCode } from '../../../shared/errors.ts'

const SENTENCES: Partial<Record<FaultCode, string>> = {
  bad_pattern: 'I cannot search with that regular expression. The reason is on the screen.',
  command_failed: 'I could not start the command. The reason is on the screen.',
  file_binary: 'That file is not text, so I cannot show it.',
  file_changed: 'That file has changed in the meantime, so I did not touch it.',
  file_not_found: 'I cannot find that file. Check the name, or ask me to find some text in it.',
  file_not_written: 'I could not write that file. The reason is on the screen.',
  file_too_large: 'That file is too large to show.',
  folder_restricted:
    'This folder is restricted, so I can read it but not change files or run commands. Trust the folder in the window first.',
  git_failed: 'Git could not show the changes. The reason is on the screen.',
  no_workspace: 'No folder is open yet. Open one first, then ask me again.',
  not_a_repository: 'This folder is not a git repository, so I cannot tell what changed.',
  outside_workspace: 'That is outside the open folder, so I do not touch it.',
  search_failed: 'The search failed. The reason is on the screen.',
}

export function faultSentence(code: FaultCode | undefined): string {
  return (code && SENTENCES[code]) ?? 'That did not work. The reason is on the screen.'
}
