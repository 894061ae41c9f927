// A guest host that transcribes and answers every guest, by a script.
import type { Artifact } from '../../src/shared/artifacts.ts'
import type { GuestHost } from '../../src/core/ports/guests.ts'
import { bytesOfSamples } from '../../src/core/speech/pcm.ts'
import { isSpoken } from './fake-g2-gateway.ts'
import { createFakeGuestHost, type FakeConversation } from './fake-guest-host.ts'
import { inSteps } from './in-steps.ts'

const TRANSCRIPT = 'What is two and two?'
const ANSWER = ['Two and two', ' is four.']
const artifact: Artifact = {
  kind: 'diff',
  id: 'change',
  title: 'A change',
  file: 'main.swift',
  diff: '--- a/main.swift\n+++ b/main.swift\n@@ -0,0 +1 @@\n+a\n',
}

/** Audio with speech gets a transcript, other audio an empty one. */
export function createAnsweringGuestHost(): GuestHost {
  const guestHost = createFakeGuestHost()
  return {
    converse(options) {
      guestHost.converse(options)
      const conversation = guestHost.conversation()
      void answerAll(conversation)
      return conversation
    },
    recognizer(session) {
      const recognizer = guestHost.recognizer(session)
      return {
        ...recognizer,
        open() {
          const handed = recognizer.open()
          const take = guestHost.take()
          void take.whenReleased().then(() => {
            take.understand(isSpoken(bytesOfSamples(take.samples().subarray(0, 1))) ? TRANSCRIPT : '')
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
      // After an interrupt, the guest gets nothing more of the turn.
      if (conversation.running === turnId) does()
    }
    inSteps([
      ...ANSWER.map((delta) => step(() => conversation.reply(delta))),
      step(() => conversation.artifact(artifact)),
      step(() => conversation.end()),
    ])
  }
}
