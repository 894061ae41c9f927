// What an entry of the command table says.
import type { ViewAction } from '../../shared/conversation.ts'
import type { Settings } from '../../shared/settings.ts'

/** An action that the agent starts when the user says the command. */
export type CommandAction =
  | { type: 'view.request'; action: ViewAction; line?: number }
  /** -1 is the last. */
  | { type: 'choice.take'; number: number }
  /** An utterance that answers an approval, or would if an approver had said it. */
  | { type: 'approval.answer'; text: string }
  /** Words to a guided review. */
  | { type: 'review.say'; text: string }
  /** The words fit several tabs. */
  | { type: 'tab.ask'; numbers: readonly number[] }
  | { type: 'turn.interrupt' | 'reply.read_out' | 'reply.repeat' | 'microphone.mute' }
  | { type: 'voice.louder' | 'voice.softer' | 'voice.mute' | 'voice.unmute' | 'microphone.unmute' }

export type Overlay =
  | 'palette'
  | 'shortcuts'
  | 'connect'
  | 'settings'
  | 'history'
  | 'folders'
  | 'about'
  | 'room'
  | 'devices'
  | 'trust'

/** An action that only the window performs, for a key, the palette, a button, or its owner's words. */
export type WindowAction =
  | { type: 'overlay.open'; overlay: Overlay }
  /** Changes a setting to the next of these values. */
  | { type: 'setting.next'; key: keyof Settings; values: readonly string[] }
  /** Changes settings as the settings page does. */
  | { type: 'setting.set'; to: Partial<Settings> }
  /** The window has a handler under the command's id. */
  | { type: 'window.run' }

export const openOverlay = <Name extends Overlay>(overlay: Name) =>
  ({ type: 'overlay.open', overlay }) as const
export const requestView = <Name extends ViewAction>(action: Name) =>
  ({ type: 'view.request', action }) as const
export const changeSetting = <To extends Partial<Settings>>(to: To) => ({ type: 'setting.set', to }) as const
export const runInWindow = { type: 'window.run' } as const

type PaletteGroup = 'Window' | 'Talking' | 'Tabs' | 'Changes' | 'Search'

interface Offered {
  title: string
  /** As shown, for example `Mod+Shift+P`. Mod is Command on a Mac and Control elsewhere. */
  keys?: readonly string[]
  /** The group of the palette that lists the command. */
  palette?: PaletteGroup
  menu?: 'File'
  /** An example phrase, and the row of the help page that shows it. */
  help?: { row: 'Look around' | 'The window' | 'Talk'; say: string }
}

interface WindowCommand extends Offered {
  phrases?: undefined
  action: WindowAction
}

interface SpokenEntry extends Offered {
  /** Whole utterances, in the notation of phrases.ts. They work spoken and typed. */
  phrases: readonly string[]
  /** Phrases that mean this command only while a diff is in front. */
  phrasesInDiff?: readonly string[]
  /** Phrases that mean this command only where the brain does not go through lists itself. */
  phrasesWithoutList?: readonly string[]
  /** Phrases that mean this command only while the window shows numbers. */
  phrasesWithNumbers?: readonly string[]
  /**
   * Whole utterances that recognizers wrote for one of the phrases, and that phrase. Only where nobody would say them to
   * ask for something else.
   */
  mishearings?: readonly (readonly [RegExp, string])[]
  /** What must be in front of the user, or listed. */
  needs?: 'artifact' | 'diff' | 'choices' | 'numbers'
  /**
   * The number in a phrase becomes the action's line or number. An action of the window is requested from it by the
   * command's id.
   */
  action: CommandAction | WindowAction
}

/** What the window shows once the action is done; `{number}` is the number in the phrase. */
interface Immediate {
  done: string
  asksFirst?: undefined
}

/** Nothing happens until the user confirms it in the owner's window. */
interface Confirmed {
  done?: undefined
  asksFirst: true
}

/** What a spoken command starts: an action of the window is requested by the command's id. */
export const spokenAction = (id: string, action: CommandAction | WindowAction): CommandAction =>
  isOfWindow(action) ? requestView(id as ViewAction) : action

const windowActions: ReadonlySet<string> = new Set([
  'overlay.open',
  'setting.next',
  'setting.set',
  'window.run',
] satisfies WindowAction['type'][])

export const isOfWindow = (action: CommandAction | WindowAction): action is WindowAction =>
  windowActions.has(action.type)

export type Command = WindowCommand | (SpokenEntry & (Immediate | Confirmed))
export type CommandTable = Readonly<Record<string, Command>>
