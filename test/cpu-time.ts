/** The CPU time of this thread in milliseconds, which does not depend on how busy the machine is. */
export function cpuTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
