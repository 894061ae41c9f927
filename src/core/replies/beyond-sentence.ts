// What the built-in agent says when it is asked for what it does not do: that it does not, and what comes nearest.
import type { BeyondUs } from '../intents/intent.ts'

const SENTENCES: Record<BeyondUs, string> = {
  branch:
    'I do not make or switch branches. I can run the git command if you say it, and ask you before I do.',
  change_everywhere:
    'I change one file at a time. Name the file, or ask where it is used to see which ones there are.',
  commit:
    'I do not commit. I can show what changed or what is staged, or run a git command you say word for word.',
  compare_files:
    'I do not compare two files. I can show what changed in one of them, or compare two branches.',
  delete: 'I do not delete things. I can replace text in a file, or undo the last change I made.',
  explain_error:
    'I cannot tell what is behind an error. I can find its words in the code, or open the file it names.',
  install: 'I do not install packages by myself. Say run, and the exact command, and I ask before I run it.',
  keep_all: 'Hunks are kept one at a time, so nothing was marked. Say keep it, and next hunk.',
  move: 'I do not move or rename files. I can rename something within a file, or run a command you say.',
  push: 'I do not push, merge or publish. I can show what changed, or run a git command you say word for word.',
  refactor:
    'I do not rewrite code. I can rename something within a file, replace text in it, or show where it is used.',
  stage: 'I do not stage or stash. I can show what is staged, or run a git command you say word for word.',
  start:
    'I do not start servers or a terminal. I can run the tests, lint or the build, or a command that comes to an end.',
  window:
    'That is for the window itself: press control shift P for all its commands, or control comma for its settings.',
  web: 'I do not use the web. I can search the code for it.',
  write_code:
    'I do not write code. I can create a file with words you give me, replace text in one, or find where something is used.',
}

export const beyondSentence = (what: BeyondUs): string => SENTENCES[what]

export const CAN_DO =
  'I can open a file, find text in the code, or show what changed. I can also explain a function, run the tests, summarise, and replace text in a file. Try saying: open the read me.'
