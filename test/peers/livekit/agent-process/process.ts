// Starts an agent in its own process and receives its messages.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Entry, FromAgent, ToAgent } from './messages.ts'

type Message<T extends FromAgent['tag']> = Extract<FromAgent, { tag: T }>

export interface AgentProcess {
  /** The next message with this tag. */
  next<T extends FromAgent['tag']>(tag: T): Promise<Message<T>>
  /** Its memory and CPU use, after garbage collection. */
  usage(): Promise<Message<'usage'>>
  leave(): Promise<void>
  /** Kills it without a goodbye to the room. */
  kill(): Promise<void>
}

/** Resolves once the agent is in its room. */
export async function startAgentProcess(program: string, entry: Entry): Promise<AgentProcess> {
  const child = fork(program, [JSON.stringify(entry)], {
    execArgv: ['--expose-gc'],
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  child.setMaxListeners(0)
  const exited = once(child, 'exit')

  function next<T extends FromAgent['tag']>(tag: T): Promise<Message<T>> {
    return new Promise((resolve, reject) => {
      const finish = (): void => {
        child.off('message', listen)
        child.off('exit', ended)
      }
      const listen = (message: FromAgent): void => {
        if (message.tag !== tag) return
        finish()
        resolve(message as Message<T>)
      }
      const ended = (): void => {
        finish()
        reject(new Error(`${program} ended.`))
      }
      child.on('message', listen)
      child.on('exit', ended)
    })
  }

  const ask = (request: ToAgent): void => void child.send(request)
  await next('in')
  return {
    next,
    async usage() {
      const message = next('usage')
      ask('usage')
      return message
    },
    async leave() {
      ask('leave')
      await exited
    },
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}
