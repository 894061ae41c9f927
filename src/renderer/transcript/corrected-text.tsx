// A user's text with its corrections underlined; each shows what was recognized and can be undone.
import { Fragment } from 'react'
import type { Correction } from '../../shared/conversation.ts'
import { useApp } from '../store/use-room.tsx'
import { useAsk } from '../talk/ask-context.tsx'
import { Button } from '../ui/button.tsx'
import { useReportFault } from '../ui/notices.tsx'
import { Popover } from '../ui/popover.tsx'
import { wordPieces } from './word-pieces.ts'

interface NameProps {
  text: string
  turnId: string | null
  correction: Correction
}

function TakenName({ text, turnId, correction }: NameProps) {
  const { commands } = useApp()
  const { setDraft } = useAsk()
  const report = useReportFault()
  const { at, from, to, alternatives } = correction
  /** Another name makes a new request, which goes to the text box for the user to send. */
  const useInstead = (name: string): void => {
    setDraft(text.slice(0, at) + name + text.slice(at + to.length))
    document.querySelector<HTMLElement>('.composer textarea')?.focus()
  }
  return (
    <Popover
      className="name-popover"
      label={`${to}, recognized as ${from}`}
      title={`Recognized “${from}”`}
      triggerClass="taken-name"
      trigger={to}
    >
      {(close) => (
        <>
          <h2>Recognized “{from}”</h2>
          <p>
            Corrected to <code>{to}</code>, a name in this folder.
          </p>
          <Button
            onClick={() => {
              close()
              if (turnId !== null) commands.restoreWords(turnId, at).catch(report)
            }}
          >
            Use what I said
          </Button>
          {alternatives.length > 0 ? (
            <>
              <p>Or did you mean</p>
              <ul className="name-others">
                {alternatives.map((name) => (
                  <li key={name}>
                    <button
                      type="button"
                      className="text-button"
                      onClick={() => {
                        close()
                        useInstead(name)
                      }}
                    >
                      <code>{name}</code>
                    </button>
                  </li>
                ))}
              </ul>
            </>
          ) : null}
        </>
      )}
    </Popover>
  )
}

interface Props {
  text: string
  turnId: string | null
  corrections: readonly Correction[]
}

export function CorrectedText({ text, turnId, corrections }: Props) {
  return wordPieces(text, corrections).map((piece, index) =>
    piece.tag === 'text' ? (
      // A piece has no identity besides its index.
      // oxlint-disable-next-line react/no-array-index-key
      <Fragment key={index}>{piece.text}</Fragment>
    ) : (
      <TakenName key={piece.correction.at} text={text} turnId={turnId} correction={piece.correction} />
    ),
  )
}
