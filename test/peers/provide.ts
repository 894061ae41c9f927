// Fetches and builds what tests need of others, all at once and once: whoever needs it finds it there, and tells where it
// cannot be had.
import { provideSystemPackages } from '../../build/system-packages.ts'
import { installLiveKit } from './livekit/install.ts'
import { installGateway } from './openclaw/install.ts'
import { provideWhisper } from './whisper/whisper.ts'

const begun = [installLiveKit(), installGateway()]
// Both may use the system's own installer, which does one thing at a time.
provideSystemPackages()
await Promise.all([...begun, provideWhisper()])
