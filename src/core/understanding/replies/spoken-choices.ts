// Asks which of several files is meant.
import { spokenName } from './spoken-name.ts'
import { numberWord, ordinalWord, spokenList } from './spoken-count.ts'

/** File names to speak, with their folder only where names would be equal. */
export function spokenFiles(files: readonly string[]): string[] {
  const namings: readonly ((file: string) => string)[] = [
    spokenName,
    nameWithEnding,
    (file) => within(spokenName(file), file, 1),
    (file) => within(nameWithEnding(file), file, 1),
    (file) => within(nameWithEnding(file), file, 2),
  ]
  let labels = files.map(spokenName)
  for (const naming of namings) {
    const counts = new Map<string, number>()
    for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1)
    if (labels.every((label) => counts.get(label) === 1)) break
    labels = labels.map((label, at) => ((counts.get(label) ?? 0) > 1 ? naming(files[at] ?? '') : label))
  }
  return labels
}

const parts = (file: string): string[] => file.split(/[\\/]/).filter((part) => part !== '')
const plain = (text: string): string => text.replace(/[_*`#[\]]+/g, ' ').trim()
const nameWithEnding = (file: string): string => plain(parts(file).at(-1) ?? 'the file')

function within(label: string, file: string, levels: number): string {
  const folders = parts(file).slice(0, -1).slice(-levels)
  return folders.length === 0 ? `${label} at the top` : `${label} in ${plain(folders.join(' '))}`
}

/** The screen shows longer lists. */
const MAX_READ_OUT = 4

/** "I found three: first A, second B, third C. Which one?" */
export function whichOne(labels: readonly string[], more = false): string {
  const count = more ? `more than ${labels.length}` : numberWord(labels.length)
  if (labels.length <= MAX_READ_OUT && !more) {
    return `I found ${count}: ${labels.map((label, at) => `${ordinalWord(at + 1)} ${label}`).join(', ')}. Which one?`
  }
  return `I found ${count}. The first three are ${spokenList(labels.slice(0, 3))}. Which one?`
}
