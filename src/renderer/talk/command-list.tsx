// The agent's own commands above the text box while the user types one. The box keeps the focus and handles the keys.
import { useEffect, useRef } from 'react'
import type { BrainCommand } from '../../shared/brain-status.ts'
import { VisibleText } from '../ui/visible-text.ts'

interface Props {
  id: string
  commands: readonly BrainCommand[]
  active: number
  onPoint: (index: number) => void
  onPick: (command: BrainCommand) => void
}

export const optionDomId = (list: string, index: number): string => `${list}-${index}`

export function CommandList({ id, commands, active, onPoint, onPick }: Props) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <div
      ref={list}
      id={id}
      className="command-list"
      role="listbox"
      aria-label="Commands of the agent"
      tabIndex={-1}
    >
      {commands.map((command, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- The text box handles the keys.
        <div
          key={command.name}
          id={optionDomId(id, index)}
          role="option"
          aria-selected={index === active}
          tabIndex={-1}
          className="command-option"
          // The text box keeps the focus.
          onPointerDown={(event) => event.preventDefault()}
          onPointerMove={() => onPoint(index)}
          onClick={() => onPick(command)}
        >
          <span className="command-name">
            /<VisibleText text={command.name} kind="line" />
            {command.hint === null ? null : (
              <em>
                {' '}
                <VisibleText text={command.hint} kind="line" />
              </em>
            )}
          </span>
          <span className="command-description">
            <VisibleText text={command.description} kind="line" />
          </span>
        </div>
      ))}
    </div>
  )
}
