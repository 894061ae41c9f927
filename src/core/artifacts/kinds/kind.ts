// What Parley knows about one kind of artifact besides its schema and its view.
import type { Artifact } from '../../../shared/artifacts.ts'

/** An artifact as the enveloped Ganglia dialect carries it: that dialect knows only these three kinds. */
export interface EnvelopedContent {
  kind: 'markdown' | 'code' | 'diff'
  content: string
}

/** Cuts a text to a length and notes that it did. */
export type BoundText = (text: string, max: number) => string

export interface KindDefinition<A extends Artifact = Artifact> {
  kind: A['kind']
  /** What the window calls this kind, such as "Changes". */
  name: string
  /** Validates artifacts from the wire. */
  schema: { safeParse(value: unknown): { success: true; data: A } | { success: false } }
  /** The title of an artifact that came without one. */
  title(artifact: A): string
  enveloped(artifact: A): EnvelopedContent
  /** The artifact of an enveloped message of this kind; absent for kinds that dialect does not know. */
  fromEnveloped?(base: { id: string; title: string }, content: string, path: string | undefined): A
  /** What Parley says when it reads the artifact out; empty when there is nothing to read. */
  readAloud(artifact: A): string
  /** Fields of a VoiceIDE card beyond those that are texts; also whether the card leaves something out. */
  card?(artifact: A, bound: BoundText): { fields: Record<string, unknown>; truncated: boolean }
  /** The view can show the beginning while the rest is still arriving. */
  showsBeginning?: true
}

export interface Kinds {
  all: readonly KindDefinition[]
  named(name: string): KindDefinition | undefined
  of(artifact: Artifact): KindDefinition
}

export function createKinds(all: readonly KindDefinition[]): Kinds {
  const byName = new Map<string, KindDefinition>(all.map((definition) => [definition.kind, definition]))
  return {
    all,
    named: (name) => byName.get(name),
    of({ kind }) {
      const definition = byName.get(kind)
      if (!definition) throw new Error(`No artifact kind is called ${kind}.`)
      return definition
    },
  }
}

/** Puts text in a fence longer than any fence inside it, so that none of it is read as markdown. */
export function fenced(text: string): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2)
  const fence = '`'.repeat(longest + 1)
  return `${fence}\n${text}\n${fence}`
}
