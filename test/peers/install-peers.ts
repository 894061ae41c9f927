// Downloads and builds all third-party programs and repositories for the tests at once. What cannot be installed is
// reported in its own tests.
import { provideSystemPackages } from '../../build/system-packages.ts'
import { installAgent, wantedAgents } from './acp/install.ts'
import { installLiveKit } from './livekit/install.ts'
import { installGateway } from './openclaw/install.ts'
import { provideSmallModel } from './model/small-model.ts'
import { provideRepository, questioned } from './questions/repositories.ts'
import { provideWhisper } from './whisper/whisper.ts'

const installs = [installLiveKit(), installGateway(), installAgents(), ...questioned.map(provideRepository)]
// These may use the system's package manager, which runs one job at a time.
provideSystemPackages()
await Promise.all([...installs, provideWhisper().then(provideSmallModel)])

async function installAgents(): Promise<void> {
  for (const id of wantedAgents()) await installAgent(id)
}
