// The speech process as a child of Node's, for browser mode and tests.
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { ProcessPort, SpawnSpeech } from './speech-process.ts'

/** Beside this file while it is source, in the folder above once it is built. */
export function speechWorkerFile(): string {
  const own = import.meta.url
  if (own.endsWith('.ts')) return fileURLToPath(new URL('./speech-worker.ts', own))
  return fileURLToPath(
    new URL(/\/chunks\/[^/]*$/.test(own) ? '../speech-worker.js' : './speech-worker.js', own),
  )
}

export const spawnChild =
  (naturalVoice = ''): SpawnSpeech =>
  (): ProcessPort => {
    const child = fork(speechWorkerFile(), [naturalVoice], {
      // Sound goes as it is, not as text.
      serialization: 'advanced',
      // What a native library prints is not ours to say, and standard output belongs to whoever started us.
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: [],
    })
    let gone = false
    let onExit: (code: number | null) => void = () => {}
    const end = (code: number | null): void => {
      if (gone) return
      gone = true
      onExit(code)
    }
    child.on('exit', end)
    child.on('error', () => end(null))
    return {
      get pid() {
        return child.pid
      },
      postMessage(message) {
        // Between its death and our hearing of it there is nobody to send to.
        if (child.connected) child.send(message as object, () => {})
      },
      onMessage: (listener) => void child.on('message', listener),
      onExit(listener) {
        onExit = listener
      },
      kill: () => void child.kill('SIGKILL'),
    }
  }
