// A person's words, with the names they were taken for underlined; each says what was heard and can be taken back.
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
  /** Another name is a new request: it goes to the box, to be looked at and sent. */
  const useInstead = (name: string): void => {
    setDraft(text.slice(0, at) + name + text.slice(at + to.length))
    document.querySelector<HTMLElement>('.composer textarea')?.focus()
  }
  return (
    <Popover
      className="name-popover"
      label={`${to}, heard as ${from}`}
      title={`Heard “${from}”`}
      triggerClass="taken-name"
      trigger={to}
    >
      {(close) => (
        <>
          <h2>Heard “{from}”</h2>
          <p>
            Taken for <code>{to}</code>, a name of this folder.
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

export function CorrectedWords({ text, turnId, corrections }: Props) {
  return wordPieces(text, corrections).map((piece, index) =>
    piece.tag === 'words' ? (
      // Pieces have nothing but their place to be known by.
      // oxlint-disable-next-line react/no-array-index-key
      <Fragment key={index}>{piece.text}</Fragment>
    ) : (
      <TakenName key={piece.correction.at} text={text} turnId={turnId} correction={piece.correction} />
    ),
  )
}
