// What the user can choose about the agent: its mode, its model, and whatever else it offers.
import { useState } from 'react'
import type { BrainOption } from '../../shared/brain-status.ts'
import { fuzzyFilter } from '../palette/fuzzy.ts'
import { useApp } from '../store/use-room.tsx'
import { Button } from '../ui/button.tsx'
import { useReportFault } from '../ui/notices.tsx'
import { PickList } from '../ui/pick-list.tsx'
import { VisibleText } from '../ui/visible-text.ts'
import { whileBusy } from '../ui/while-busy.ts'
import { chosenName } from './agent-text.ts'

/** A longer list is searched instead of scrolled. */
const MANY = 12
const MOST_SHOWN = 60

export function AgentOptions({ options }: { options: readonly BrainOption[] }) {
  if (options.length === 0) return null
  return (
    <div className="agent-options">
      {options.map((option) => (
        <AgentOption key={option.id} option={option} />
      ))}
    </div>
  )
}

function AgentOption({ option }: { option: BrainOption }) {
  const { bridge } = useApp()
  const report = useReportFault()
  const [wanted, setWanted] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const choose = (value: string): void => {
    if (value === option.value) return
    setWanted(value)
    const set = () => bridge.request('brain.option.set', { option: option.id, value })
    void whileBusy(setBusy, set, report).then(() => setWanted(null))
  }
  const shown = wanted === null ? option : { ...option, value: wanted }
  return option.choices.length > MANY ? (
    <SearchedOption option={shown} busy={busy} onChoose={choose} />
  ) : (
    <ListedOption option={shown} busy={busy} onChoose={choose} />
  )
}

interface Props {
  option: BrainOption
  busy: boolean
  onChoose: (value: string) => void
}

const describe = ({ value, choices }: BrainOption): string | null =>
  choices.find((choice) => choice.value === value)?.description || null

function ListedOption({ option, busy, onChoose }: Props) {
  const { name, value, choices } = option
  const isKnown = choices.some((choice) => choice.value === value)
  const description = describe(option)
  return (
    <div className="agent-option">
      <label>
        <span>
          <VisibleText text={name} kind="line" />
        </span>
        <select
          className="field"
          value={value}
          disabled={busy}
          onChange={({ target }) => onChoose(target.value)}
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.name}
            </option>
          ))}
          {isKnown ? null : <option value={value}>{value}</option>}
        </select>
      </label>
      {option.kind === 'mode' && description ? (
        <p className="agent-option-note">
          <VisibleText text={description} kind="prose" />
        </p>
      ) : null}
    </div>
  )
}

function SearchedOption({ option, busy, onChoose }: Props) {
  const [open, setOpen] = useState(false)
  const [query, setQuery] = useState('')
  const found = fuzzyFilter(query, option.choices, ({ name, value }) => `${name} ${value}`)
  return (
    <div className="agent-option">
      <div className="agent-option-row">
        <span>
          <VisibleText text={option.name} kind="line" />
        </span>
        <Button
          className="agent-option-open"
          disabled={busy}
          aria-expanded={open}
          aria-label={`${option.name}: ${chosenName(option)}. Choose another`}
          onClick={() => setOpen((now) => !now)}
        >
          <span>
            <VisibleText text={chosenName(option)} kind="line" />
          </span>
        </Button>
      </div>
      {open ? (
        <PickList
          label={`Search: ${option.name}`}
          placeholder={`Search ${option.choices.length} choices`}
          query={query}
          onQuery={setQuery}
          items={found.slice(0, MOST_SHOWN).map(({ value, name }) => ({
            id: value,
            content: (
              <span className="pick-title">
                <VisibleText text={name} kind="line" />
              </span>
            ),
          }))}
          nothing="Nothing has this name."
          onPick={(value) => {
            setOpen(false)
            setQuery('')
            onChoose(value)
          }}
        />
      ) : null}
    </div>
  )
}
