// Leaves out the facts that another one says already.
import type { Fact, FactKind } from './fact.ts'
import { argumentCount, type Difference } from './fact-difference.ts'

export function leaveOutRepeated(differences: ReadonlyMap<FactKind, Difference>): void {
  const of = (kind: FactKind): Difference => differences.get(kind)!
  // A check that leaves the function says so itself.
  for (const side of ['added', 'removed'] as const) {
    for (const condition of of('condition')[side]) {
      if (condition.leads === 'return') drop(of('return')[side], condition.at)
      if (condition.leads === 'raise') drop(of('raise')[side], condition.at)
      if (condition.leads === 'skip') drop(of('jump')[side], condition.at)
    }
    for (const check of of('error check')[side]) drop(of('return')[side], check.at)
  }
  // Of calls inside one another, only the innermost changed, unless the outer one has another count.
  const calls = of('call')
  const touched = [...calls.added, ...calls.removed, ...calls.changed.map(({ to }) => to)]
  const entries = [
    ...of('entry').added,
    ...of('entry').removed,
    ...of('entry').changed.map(({ to }) => to),
    ...of('argument').changed.map(({ to }) => to),
    ...of('argument').added,
    ...of('argument').removed,
  ]
  calls.changed = calls.changed.filter(
    ({ from, to }) =>
      !entries.some(
        ({ name }) =>
          from.text.includes(`${name} :`) ||
          to.text.includes(`${name} :`) ||
          to.text.includes(`${name} =`) ||
          hasCall(to.text, name),
      ),
  )
  calls.changed = calls.changed.filter(
    ({ from, to }) =>
      argumentCount(from) !== argumentCount(to) ||
      !touched.some((other) => other !== to && hasCall(to.text, other.name)),
  )
  // A condition says which call it is about.
  for (const side of ['added', 'removed'] as const) {
    const about = new Set(of('condition')[side].flatMap(({ name }) => name.split('|')))
    calls[side] = calls[side].filter(({ name }) => !about.has(name))
    if (of('condition')[side].length > 1) continue
    // And which variable.
    of('variable')[side] = of('variable')[side].filter(
      ({ name }) => !about.has(name) || of('variable')[side].length > 1,
    )
  }
  tellTarget(of)
  // A statement with a changed call in it changed only there.
  const saysCall = (text: string): boolean => touched.some((call) => hasCall(text, call.name))
  for (const kind of ['variable', 'assignment', 'entry', 'argument', 'return', 'constant'] as const) {
    const one = of(kind)
    one.changed = one.changed.filter(({ from, to }) => !saysCall(from.text) && !saysCall(to.text))
  }
  // What is raised, asserted or decided changed with the call in it.
  calls.changed = calls.changed.filter(
    ({ to }) =>
      !(['raise', 'assertion', 'condition', 'loop'] as const).some((kind) =>
        of(kind).changed.some((one) => hasCall(one.to.text, to.name)),
      ),
  )
}

/** The value that a new call is for, if nothing else changed with it. */
function tellTarget(of: (kind: FactKind) => Difference): void {
  const { added, removed, changed } = of('call')
  const [call] = added
  if (!call || added.length > 1 || removed.length + changed.length > 0) return
  const values = (['variable', 'assignment'] as const).flatMap((kind) => of(kind).changed)
  const [value] = values
  if (value && values.length === 1 && hasCall(value.to.text, call.name)) call.target = value.to.name
}

const hasCall = (text: string, name: string): boolean =>
  text.includes(`${name} (`) || text.includes(`${name} ! (`)

/** The first one shortly after a line. */
function drop(facts: Fact[], at: number): void {
  const index = facts.findIndex((fact) => fact.at >= at && fact.at <= at + 3)
  if (index !== -1) facts.splice(index, 1)
}
