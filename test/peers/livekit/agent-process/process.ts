// An agent in a process of its own, and what is told of it.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Entry, FromAgent, ToAgent } from './messages.ts'

type Told<T extends FromAgent['tag']> = Extract<FromAgent, { tag: T }>

export interface AgentProcess {
  /** The next of what it tells under this name. */
  next<T extends FromAgent['tag']>(tag: T): Promise<Told<T>>
  /** How much it needs, once what nobody holds on to is gone. */
  usage(): Promise<Told<'usage'>>
  leave(): Promise<void>
  /** Ends it where it is, without a word to anybody. */
  kill(): Promise<void>
}

/** Resolves when it is in its room. */
export async function startAgentProcess(program: string, entry: Entry): Promise<AgentProcess> {
  const child = fork(program, [JSON.stringify(entry)], {
    execArgv: ['--expose-gc'],
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  child.setMaxListeners(0)
  const gone = once(child, 'exit')

  function next<T extends FromAgent['tag']>(tag: T): Promise<Told<T>> {
    return new Promise((resolve, reject) => {
      const finish = (): void => {
        child.off('message', listen)
        child.off('exit', ended)
      }
      const listen = (told: FromAgent): void => {
        if (told.tag !== tag) return
        finish()
        resolve(told as Told<T>)
      }
      const ended = (): void => {
        finish()
        reject(new Error(`${program} ended.`))
      }
      child.on('message', listen)
      child.on('exit', ended)
    })
  }

  const ask = (what: ToAgent): void => void child.send(what)
  await next('in')
  return {
    next,
    async usage() {
      const told = next('usage')
      ask('usage')
      return told
    },
    async leave() {
      ask('leave')
      await gone
    },
    async kill() {
      child.kill('SIGKILL')
      await gone
    },
  }
}
