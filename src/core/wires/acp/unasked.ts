// Whether a command that ran without a question is worth a warning. In the mode that asks, agents still run commands that only
// read.
import { searchCommand } from '../../artifacts/search-command.ts'

const READS =
  /^(?:ls|cat|head|tail|wc|pwd|echo|which|file|stat|du|tree|nl|cut|true|sed -n|git (?:status|log|diff|show|blame|rev-parse|ls-files))(?:\s|$)/

/** True only if every part of the command line is known to read. */
export function onlyReads(command: string): boolean {
  // Anything that writes, or runs something unseen, is not known to read.
  if (command.length > 2000 || /[>`\n]|\$\(|<\(|--(?:output|pre)\b/.test(command)) return false
  return command
    .split(/&&|\|\||[;|&]/)
    .map((part) => part.trim())
    .every((part) => READS.test(part) || /^cd\s+\S+$/.test(part) || searchCommand(part) !== null)
}
