// The voices on this computer that the user can choose.

export interface VoiceChoice {
  id: string
  /** As the settings show it. */
  name: string
}

/** The first one is the default. */
export const builtinVoices = [
  { id: 'slt', name: 'Slt, American woman' },
  { id: 'rms', name: 'Rms, American man' },
  { id: 'awb', name: 'Awb, Scottish man' },
  { id: 'kal', name: 'Kal, American man, plain and fast' },
] as const satisfies readonly VoiceChoice[]

export const naturalVoices = [
  { id: 'af_heart', name: 'Heart, American woman' },
  { id: 'af_bella', name: 'Bella, American woman' },
  { id: 'am_michael', name: 'Michael, American man' },
  { id: 'am_fenrir', name: 'Fenrir, American man' },
  { id: 'bf_emma', name: 'Emma, British woman' },
  { id: 'bm_george', name: 'George, British man' },
] as const satisfies readonly VoiceChoice[]
