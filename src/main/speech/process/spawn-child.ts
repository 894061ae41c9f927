// The speech process as a child of Node, for browser mode and tests.
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { workerFile } from '../../../base/worker-file.ts'
import type { ProcessPort, SpawnSpeech } from './speech-process.ts'

export const speechWorkerFile = (): string =>
  fileURLToPath(new URL(workerFile(import.meta.url, 'speech-worker'), import.meta.url))

export const spawnChild =
  (naturalVoice = ''): SpawnSpeech =>
  (): ProcessPort => {
    const child = fork(speechWorkerFile(), [naturalVoice], {
      // Sends audio as binary data instead of text.
      serialization: 'advanced',
      // Standard output belongs to the app; native libraries may not print there.
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: [],
    })
    let exited = false
    let onExit: (code: number | null) => void = () => {}
    const end = (code: number | null): void => {
      if (exited) return
      exited = true
      onExit(code)
    }
    child.on('exit', end)
    child.on('error', () => end(null))
    return {
      get pid() {
        return child.pid
      },
      postMessage(message) {
        // It may have died without the app knowing yet.
        if (child.connected) child.send(message as object, () => {})
      },
      onMessage: (listener) => void child.on('message', listener),
      onExit(listener) {
        onExit = listener
      },
      kill: () => void child.kill('SIGKILL'),
    }
  }
