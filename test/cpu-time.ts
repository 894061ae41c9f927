/** The processor time this thread has used, in milliseconds: a machine busy with something else does not count. */
export function cpuTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
