// What changed between two declarations of one function: its parameters, what it returns, its modifiers.
import { squeezed } from './changed-declarations.ts'

export interface SignatureChange {
  added: string[]
  removed: string[]
  /** Old and new names. */
  renamed: [from: string, to: string][]
  altered: { name: string; what: 'type' | 'default' | 'type and default' }[]
  reordered: boolean
  returns: boolean
  /** Which errors it declares. */
  throws: boolean
  /** `async`, `static`, `private`, … */
  gained: string[]
  lost: string[]
}

const MODIFIER =
  /^(?:export|default|async|static|private|protected|public|final|abstract|override|readonly|pub|unsafe|const|extern|virtual|inline|internal|synchronized|suspend)$/

export function signatureChange(before: string, after: string, name: string): SignatureChange {
  const old = parse(before, name)
  const now = parse(after, name)
  const change: SignatureChange = {
    added: [],
    removed: [],
    renamed: [],
    altered: [],
    reordered: false,
    returns: old.returns !== now.returns,
    throws: old.throws !== now.throws,
    gained: now.modifiers.filter((one) => !old.modifiers.includes(one)),
    lost: old.modifiers.filter((one) => !now.modifiers.includes(one)),
  }
  const oldNames = old.parameters.map((one) => one.name)
  const newNames = now.parameters.map((one) => one.name)
  const gone = oldNames.filter((one) => !newNames.includes(one))
  const come = newNames.filter((one) => !oldNames.includes(one))
  for (const one of gone) {
    const at = oldNames.indexOf(one)
    const there = newNames[at]
    // In the same place and of the same type.
    if (
      oldNames.length === newNames.length &&
      there !== undefined &&
      come.includes(there) &&
      old.parameters[at]!.rest === now.parameters[at]!.rest
    ) {
      change.renamed.push([one, there])
      come.splice(come.indexOf(there), 1)
    } else change.removed.push(one)
  }
  change.added = come
  for (const { name: one, rest } of now.parameters) {
    const same = old.parameters.find((other) => other.name === one)
    if (same && same.rest !== rest) change.altered.push({ name: one, what: difference(same.rest, rest) })
  }
  const common = oldNames.filter((one) => newNames.includes(one))
  change.reordered = common.join() !== newNames.filter((one) => oldNames.includes(one)).join()
  return change
}

function difference(old: string, now: string): SignatureChange['altered'][number]['what'] {
  const [before, after] = [old, now].map((rest) => /^(.*?)(=(?!>)(?![^<]*>).*)?$/s.exec(rest)!.slice(1)) as [
    (string | undefined)[],
    (string | undefined)[],
  ]
  if (before[0] === after[0]) return 'default'
  return before[1] === after[1] ? 'type' : 'type and default'
}

interface Parsed {
  modifiers: string[]
  parameters: { name: string; rest: string }[]
  returns: string
  throws: string
}

function parse(signature: string, name: string): Parsed {
  const named = signature.lastIndexOf(name, signature.indexOf('(', signature.indexOf(name)))
  const open = signature.indexOf('(', Math.max(0, named))
  const head = signature.slice(0, open === -1 ? undefined : open)
  const end = open === -1 ? -1 : closing(signature, open)
  const modifiers = head
    .slice(0, named === -1 ? 0 : named)
    .split(/[^\w]+/)
    .filter((word) => MODIFIER.test(word))
  const tail = end === -1 ? '' : signature.slice(end + 1)
  return {
    throws: squeezed(/\bthrows\b.*$/.exec(tail)?.[0] ?? ''),
    modifiers,
    parameters: open === -1 ? [] : parameters(signature.slice(open + 1, end)),
    returns: squeezed(
      end === -1
        ? ''
        : tail.replace(/\bthrows\b.*$/, '').replace(/^\s*(?:=>|:|->)\s*/, '') +
            typeBefore(head.slice(0, Math.max(0, named))),
    ),
  }
}

/** In Java and C, the type comes first. */
const typeBefore = (head: string): string =>
  head
    .split(/\s+/)
    .filter(
      (word) =>
        !MODIFIER.test(word) && !/^(?:function|def|fn|func|get|set|let|var|=)$|^\(|\)$|^[\w.]+\.$/.test(word),
    )
    .join(' ')

function closing(text: string, open: number): number {
  let depth = 0
  for (let at = open; at < text.length; at++) {
    if (/[([{]/.test(text[at]!)) depth++
    else if (/[)\]}]/.test(text[at]!) && --depth === 0) return at
  }
  return text.length
}

function parameters(list: string): { name: string; rest: string }[] {
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (let at = 0; at <= list.length; at++) {
    const sign = list[at]
    if (sign === undefined || (sign === ',' && depth === 0)) {
      parts.push(list.slice(from, at).trim())
      from = at + 1
    } else if (/[([{<]/.test(sign)) depth++
    else if (/[)\]}]/.test(sign) || (sign === '>' && list[at - 1] !== '=' && list[at - 1] !== '-')) depth--
  }
  return parts.filter((part) => part !== '' && part !== '*' && part !== '/').map(parameter)
}

function parameter(written: string): { name: string; rest: string } {
  const text = written
    .replace(/^(?:@\w+(?:\([^)]*\))?\s+)+/, '')
    .replace(/^(?:(?:final|const|mut|readonly|private|public|protected|ref|out|in)\s+)+/, '')
  // `name: type = value`, `*args`, `...rest`, `$name`
  const colon = /^[*&.$]*(?:mut\s+)?([\w$]+)\s*\??\s*(?:[:=]|$)/.exec(text)
  if (colon)
    return { name: colon[1]!, rest: squeezed(text.slice(text.indexOf(colon[1]!) + colon[1]!.length)) }
  // `name Type` in Go, `Type name` in Java and C.
  const words = /^([\w$.]+(?:<[^()]*>)?[[\]*&]*)\s+([*[\].\w<>{}?]+.*)$/.exec(text)
  const last = /([\w$]+)\s*(?:=.*)?$/.exec(text)
  const isGo =
    words !== null &&
    /^[a-z]/.test(words[1]!) &&
    /^[*[.A-Z]|^(?:int|string|bool|byte|error|any|float|uint|map|func|interface|chan|rune|struct|[\w]+\.)/.test(
      words[2]!,
    ) &&
    !/^(?:int|char|long|double|float|boolean|byte|short|void|unsigned|bool|string|auto|var|size_t)$/.test(
      words[1]!,
    )
  if (isGo) return { name: words[1]!, rest: squeezed(words[2]!) }
  if (words && last) return { name: last[1]!, rest: squeezed(text.slice(0, last.index)) }
  return { name: squeezed(text).slice(0, 40), rest: '' }
}
