// The speech engines a user can choose in the settings. Their implementations are in main/speech: `recognizer-engines.ts`
// and `voice-engines.ts`, which do not compile while one of these is missing there.

interface EngineChoice {
  /** The value of the setting. */
  readonly id: string
  /** As the settings show it. */
  readonly title: string
  /** Settings the engine is opened with: when one changes, it is opened again. */
  readonly settings: readonly (
    'recognizerUrl' | 'recognizerModel' | 'voiceUrl' | 'voiceModel' | 'voiceName'
  )[]
}

export const recognizerChoices = [
  { id: 'embedded', title: 'This computer', settings: [] },
  { id: 'service', title: 'A service', settings: ['recognizerUrl', 'recognizerModel'] },
  { id: 'off', title: 'Off', settings: [] },
] as const satisfies readonly EngineChoice[]

export const voiceChoices = [
  { id: 'builtin', title: 'Built-in voice', settings: [] },
  { id: 'natural', title: 'Natural voice', settings: [] },
  { id: 'service', title: 'A service', settings: ['voiceUrl', 'voiceModel', 'voiceName'] },
  { id: 'off', title: 'Off', settings: [] },
] as const satisfies readonly EngineChoice[]

type IdOf<Choices extends readonly EngineChoice[]> = Choices[number]['id']
export type RecognizerEngineId = Exclude<IdOf<typeof recognizerChoices>, 'off'>
export type VoiceEngineId = Exclude<IdOf<typeof voiceChoices>, 'off'>

export const choiceIds = <const Choices extends readonly EngineChoice[]>(choices: Choices): IdOf<Choices>[] =>
  choices.map(({ id }) => id)

export const choiceTitles = <const Choices extends readonly EngineChoice[]>(
  choices: Choices,
): Record<IdOf<Choices>, string> =>
  Object.fromEntries(choices.map(({ id, title }) => [id, title])) as Record<IdOf<Choices>, string>

/** Changes whenever a setting that the chosen engine is opened with does. */
export const engineSignature = (
  choices: readonly EngineChoice[],
  id: string,
  settings: Readonly<Record<EngineChoice['settings'][number], string>>,
): string =>
  JSON.stringify([
    id,
    ...(choices.find((choice) => choice.id === id)?.settings.map((name) => settings[name]) ?? []),
  ])
