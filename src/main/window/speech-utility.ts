// The speech process, as a utility process of Electron.
import { utilityProcess } from 'electron'

/** `file` is the code of the process. Returns the interface of main/speech/process. */
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
