// What a process and all its descendants use, as Linux tells it.
import { readdirSync, readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100

/** A process and all its descendants. */
function familyOf(root: number): number[] {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const parent = Number(statOf(Number(name))?.[1] ?? 0)
    children.set(parent, [...(children.get(parent) ?? []), Number(name)])
  }
  const family = [root]
  for (const member of family) family.push(...(children.get(member) ?? []))
  return family
}

/** The fields after the program's name: state, parent… Null if the process has ended. */
function statOf(pid: number): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}

/** Processor time of a process and its descendants, with those that have ended. */
export const secondsOf = (root: number): number =>
  familyOf(root).reduce((sum, pid) => {
    const times = statOf(pid)?.slice(11, 15) ?? []
    return sum + times.reduce((ticks, each) => ticks + Number(each), 0) / TICKS_PER_SECOND
  }, 0)

/** In megabytes. Shared pages count in equal parts; `Pss_Anon` leaves out pages of files. */
export const memoryOf = (root: number, kind: 'Pss' | 'Pss_Anon' = 'Pss'): number =>
  familyOf(root).reduce((sum, pid) => {
    try {
      const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
      return sum + Number(new RegExp(`^${kind}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0) / 1024
    } catch {
      return sum
    }
  }, 0)
