import { describe, expect, it } from 'vitest'
import { BoundedMap, BoundedSet } from '../../../src/base/bounded.ts'
import { createDriver } from '../../../src/base/driver.ts'
import { createEmitter } from '../../../src/base/emitter.ts'
import { isAnyAddress, isLoopback, isPrivateAddress } from '../../../src/base/host-address.ts'
import { createTaskQueue } from '../../../src/base/task-queue.ts'
import { withTimeout } from '../../../src/base/timeout.ts'

describe('bounded collections', () => {
  it('forget the oldest entry, and count an entry that is set again as new', () => {
    const map = new BoundedMap<string, number>(2)
    map.set('a', 1).set('b', 2).set('a', 3).set('c', 4)
    expect([...map]).toEqual([
      ['a', 3],
      ['c', 4],
    ])
    const set = new BoundedSet<string>(2)
    set.add('a').add('b').add('a').add('c')
    expect([...set]).toEqual(['a', 'c'])
  })
})

describe('an emitter', () => {
  it('calls every subscription in order, also of the same function, until it ends', () => {
    const emitter = createEmitter<[string]>()
    const heard: string[] = []
    const listener = (text: string): void => void heard.push(text)
    const end = emitter.on(listener)
    emitter.on(listener)
    emitter.emit('one')
    end()
    emitter.emit('two')
    expect(heard).toEqual(['one', 'one', 'two'])
    emitter.clear()
    expect(emitter.size).toBe(0)
  })

  it('does not call a listener that another listener has just unsubscribed', () => {
    const emitter = createEmitter<[]>()
    const heard: string[] = []
    let end = (): void => {}
    emitter.on(() => end())
    end = emitter.on(() => heard.push('ended'))
    emitter.emit()
    expect(heard).toEqual([])
  })
})

describe('a task queue', () => {
  it('runs one task at a time, in order, and goes on after a failure', async () => {
    const queue = createTaskQueue()
    const order: string[] = []
    let release = (): void => {}
    const first = queue.run(() => new Promise<void>((resolve) => (release = resolve)))
    const failing = queue.run(() => {
      order.push('second')
      throw new Error('no')
    })
    const third = queue.run(() => order.push('third'))
    expect(order).toEqual([])
    await Promise.resolve()
    release()
    await first
    await expect(failing).rejects.toThrow('no')
    await third
    await queue.idle()
    expect(order).toEqual(['second', 'third'])
  })
})

describe('a timeout', () => {
  it('gives the result of the work, or undefined when the time is over, and leaves no timer behind', async () => {
    const timers = new Set<() => void>()
    const timer = {
      after(_ms: number, callback: () => void) {
        timers.add(callback)
        return () => void timers.delete(callback)
      },
    }
    expect(await withTimeout(Promise.resolve('done'), 10, timer)).toBe('done')
    expect(timers.size).toBe(0)
    const late = withTimeout(new Promise<string>(() => {}), 10, timer)
    for (const callback of timers) callback()
    expect(await late).toBeUndefined()
  })
})

describe('host addresses', () => {
  it.each(['localhost', 'LOCALHOST', '127.0.0.1', '127.8.0.1', '::1', '[::1]', '::ffff:127.0.0.1'])(
    '%s is loopback',
    (host) => expect(isLoopback(host)).toBe(true),
  )
  it.each(['localhost.evil.example', '127.0.0.1.example', '10.0.0.1', '128.0.0.1', '', '[::2]'])(
    '%j is not loopback',
    (host) => expect(isLoopback(host)).toBe(false),
  )
  it('tells addresses of every network and of private networks', () => {
    expect(['0.0.0.0', '::', '[::]'].every(isAnyAddress)).toBe(true)
    expect(isAnyAddress('127.0.0.1')).toBe(false)
    expect(['192.168.1.2', '10.1.2.3', '172.16.0.1', '172.31.9.9'].every(isPrivateAddress)).toBe(true)
    expect(['172.32.0.1', '8.8.8.8', '11.0.0.1'].some(isPrivateAddress)).toBe(false)
  })
})

describe('a driver', () => {
  it('performs all effects of a step before the next input is stepped, however deep inputs nest', () => {
    const log: string[] = []
    const driver = createDriver<number, string, string>({
      initial: 0,
      step: (state, input) => {
        log.push(`step ${input} at ${state}`)
        return { state: state + 1, effects: input === 'first' ? ['ask', 'tell'] : [] }
      },
      perform(effect) {
        log.push(effect)
        if (effect === 'ask') driver.send('nested')
      },
      onError: () => {},
    })
    driver.send('first')
    expect(log).toEqual(['step first at 0', 'ask', 'tell', 'step nested at 1'])
    expect(driver.state).toBe(2)
  })

  it('reports an effect that throws and performs the others', () => {
    const done: string[] = []
    const failed: string[] = []
    const driver = createDriver<null, string, string>({
      initial: null,
      step: () => ({ state: null, effects: ['bad', 'good'] }),
      perform(effect) {
        if (effect === 'bad') throw new Error('no')
        done.push(effect)
      },
      onError: (_error, effect) => failed.push(effect),
    })
    driver.send('go')
    expect([failed, done]).toEqual([['bad'], ['good']])
  })

  it('drops inputs after it was closed, waiting ones included', () => {
    const stepped: string[] = []
    const driver = createDriver<null, string, string>({
      initial: null,
      step: (_state, input) => {
        stepped.push(input)
        return { state: null, effects: ['close'] }
      },
      perform() {
        driver.send('waiting')
        driver.close()
      },
      onError: () => {},
    })
    driver.send('first')
    driver.send('late')
    expect(stepped).toEqual(['first'])
  })
})
