// The speech process as a utility process of Electron's.
import { utilityProcess } from 'electron'

/** `file` is the code of the process. What is returned is what main/speech/process wants of a process. */
export const spawnUtility = (file: string, naturalVoice: string) => () => {
  const child = utilityProcess.fork(file, [naturalVoice], {
    serviceName: 'Parley speech',
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return {
    get pid() {
      return child.pid
    },
    postMessage: (message: unknown) => child.postMessage(message),
    onMessage: (listener: (message: unknown) => void) => void child.on('message', listener),
    onExit: (listener: (code: number | null) => void) => void child.once('exit', listener),
    kill: () => void child.kill(),
  }
}
