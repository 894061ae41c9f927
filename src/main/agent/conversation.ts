// A conversation as a value with an id, and what runs its state machine. Nothing here assumes that it is the only one.
import { createDriver, type Driver } from '../../base/driver.ts'
import {
  initialConversation,
  type ConversationEffect,
  type ConversationInput,
  type ConversationState,
} from '../../core/conversation/conversation-state.ts'
import { converse } from '../../core/conversation/conversation.ts'
import type { Brain } from '../../core/ports/brain.ts'
import type { Clock } from '../../core/ports/clock.ts'
import type { Journal } from '../../core/ports/journal.ts'
import type { Reviewer } from '../../core/ports/reviewer.ts'
import type { Room } from '../../core/ports/room.ts'
import type { Workspace } from '../../core/ports/workspace.ts'
import type { Toolbox } from '../../core/tools/toolbox.ts'
import { faultOf } from '../../shared/errors.ts'
import type { SilentReads } from './room-calls.ts'

/** What every part of an agent needs. */
export interface AgentContext {
  room: Room
  clock: Clock
  newId(): string
  onError(what: string, error: unknown): void
}

export interface Conversation {
  /** Its journal, its takes and its brain's session carry this id. A window that sees another id starts afresh. */
  readonly id: string
  readonly brain: Brain
  /** The built-in agent, which answers what it can while another brain works. Absent where the brain is built in. */
  readonly side?: Brain
  /** Guides through the hunks of a diff. */
  readonly reviewer: Reviewer
  readonly journal: Journal
  readonly tools: Toolbox
  readonly workspace: SilentReads & Pick<Workspace, 'onChange'>
}

export interface ConversationMachine {
  readonly state: ConversationState
  /** Steps at once when idle; while effects are being performed, after them. */
  send(input: ConversationInput): void
  /** Inputs wait until then, so that parts which perform effects can be built from parts which send inputs. */
  start(perform: (effect: ConversationEffect) => void): void
  close(): void
}

export function createConversationMachine({
  clock,
  onError,
}: Pick<AgentContext, 'clock' | 'onError'>): ConversationMachine {
  let driver: Driver<ConversationState, ConversationInput> | null = null
  const early: ConversationInput[] = []

  function send(input: ConversationInput): void {
    if (driver) driver.send(input)
    else early.push(input)
  }

  return {
    get state() {
      return driver?.state ?? initialConversation
    },
    send,
    start(perform) {
      driver = createDriver({
        initial: initialConversation,
        step: (state: ConversationState, input: ConversationInput) => converse(state, input, clock.now()),
        perform,
        onError(error, effect) {
          if (effect.type !== 'brain.ask' && effect.type !== 'side.ask')
            return onError(`the effect ${effect.type} could not be performed`, error)
          const { runId } = effect
          send({ type: 'brain', event: { type: 'run.failed', runId, fault: faultOf(error) } })
        },
      })
      early.splice(0).forEach(send)
    },
    close: () => driver?.close(),
  }
}
