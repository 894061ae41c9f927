// Who receives what when a model answers that does not run on this computer.
import { WHAT_LEAVES } from '../../shared/model-providers.ts'

export const Receives = ({ when, host }: { when: string; host: string }) => (
  <>
    {when}, <strong>{host}</strong> receives {WHAT_LEAVES}, but not the sound of your voice.
  </>
)
