import type { OutlineAnswer } from '../../shared/wire/room-calls.ts'

export type OutlineSymbol = OutlineAnswer['symbols'][number]

/** Which symbol a line is in: the innermost around it; else the last that begins before it; -1 before all of them. */
export function outlinePlace(symbols: readonly OutlineSymbol[], line: number): number {
  const around = symbols.findLastIndex((symbol) => symbol.line <= line && line <= symbol.endLine)
  return around >= 0 ? around : symbols.findLastIndex((symbol) => symbol.line <= line)
}
