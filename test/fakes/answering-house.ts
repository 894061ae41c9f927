// A house that always has an answer: a scripted one in which somebody hears and answers whoever comes.
import type { Artifact } from '../../src/shared/artifacts.ts'
import type { House } from '../../src/core/ports/guests.ts'
import { bytesOfSamples } from '../../src/core/pcm.ts'
import { isSpoken } from './fake-g2-gateway.ts'
import { createFakeHouse, type FakeConversation } from './fake-house.ts'
import { inSteps } from './in-steps.ts'

const WORDS = 'What is two and two?'
const ANSWER = ['Two and two', ' is four.']
const artifact: Artifact = {
  kind: 'diff',
  id: 'change',
  title: 'A change',
  file: 'main.swift',
  diff: '--- a/main.swift\n+++ b/main.swift\n@@ -0,0 +1 @@\n+a\n',
}

/** Words are heard in the sound that is there to be heard, and in no other. */
export function createAnsweringHouse(): House {
  const house = createFakeHouse()
  return {
    converse(options) {
      house.converse(options)
      const conversation = house.conversation()
      void answerAll(conversation)
      return conversation
    },
    ears(session) {
      const ears = house.ears(session)
      return {
        ...ears,
        open() {
          const handed = ears.open()
          const take = house.take()
          void take.whenReleased().then(() => {
            take.understand(isSpoken(bytesOfSamples(take.samples().subarray(0, 1))) ? WORDS : '')
          })
          return handed
        },
      }
    },
  }
}

async function answerAll(conversation: FakeConversation): Promise<void> {
  for (;;) {
    const { turnId } = await conversation.nextAsk()
    const step = (does: () => void) => (): void => {
      // Who interrupted the turn wants nothing more of it.
      if (conversation.running === turnId) does()
    }
    inSteps([
      ...ANSWER.map((delta) => step(() => conversation.reply(delta))),
      step(() => conversation.artifact(artifact)),
      step(() => conversation.end()),
    ])
  }
}
