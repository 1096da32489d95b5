import { readdirSync, readFileSync } from 'node:fs'

export const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

/** The middle one; of an even number, the upper of the two in the middle. */
export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!

/** CPU seconds of this process, all of its threads. */
export function ownCpuS(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

/** CPU seconds of a PostgreSQL server's processes, also of those that have ended. 0 where the system doesn't tell. */
export function databaseCpuS(postmasterPid: string): number {
  if (process.platform !== 'linux') return 0
  const ofPostmaster = statOf(postmasterPid)
  // Sessions that have ended are counted, in hundredths of a second, with the server that they belonged to.
  let seconds = ofPostmaster ? (Number(ofPostmaster[13]) + Number(ofPostmaster[14])) / 100 : 0
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    if (statOf(pid)?.[1] === postmasterPid) seconds += onCpuS(pid)
  return seconds
}

/** Fields of /proc/PID/stat behind the program's name. Null when the process has ended. */
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
    // The process ended while it was looked at.
    return null
  }
}
