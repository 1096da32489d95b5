import { readdirSync, readFileSync } from 'node:fs'

export const printLine = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

/** Returns the median, or the upper of the two middle values. */
export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!

/** CPU seconds of all threads of this process. */
export function ownCpuS(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

/** CPU seconds of a process with one thread. */
export const processCpuS = (pid: number): number => onCpuS(String(pid))

/** CPU seconds of a PostgreSQL server's processes, including ended ones. 0 on systems without /proc. */
export function databaseCpuS(postmasterPid: string): number {
  if (process.platform !== 'linux') return 0
  const ofPostmaster = statOf(postmasterPid)
  // The postmaster's child times, in hundredths of a second, include ended sessions.
  let seconds = ofPostmaster ? (Number(ofPostmaster[13]) + Number(ofPostmaster[14])) / 100 : 0
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    if (statOf(pid)?.[1] === postmasterPid) seconds += onCpuS(pid)
  return seconds
}

/** Fields of /proc/PID/stat after the program's name. Null when the process has ended. */
function statOf(pid: string): string[] | null {
  return (
    read(`/proc/${pid}/stat`)
      ?.replace(/^.*\) /, '')
      .split(' ') ?? null
  )
}

const onCpuS = (pid: string): number => Number(read(`/proc/${pid}/schedstat`)?.split(' ')[0] ?? 0) / 1e9

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // The process has just ended.
    return null
  }
}
