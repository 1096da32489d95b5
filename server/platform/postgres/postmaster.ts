import { readdir, readFile, readlink, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Contents of a running server's postmaster.pid. */
export type PidFile = { pid: number; port: number; host: string; status: string }

/** Reads postmaster.pid; undefined when there is none or it is still being written. */
export async function readPidFile(clusterDir: string): Promise<PidFile | undefined> {
  const text = await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n').map((line) => line.trim())
  const pid = Math.abs(Number(lines[0]))
  if (!Number.isInteger(pid) || pid === 0) return undefined
  // Lines of the file: pid, data folder, start time, port, socket folder, listen address, memory key, status.
  return { pid, port: Number(lines[3]), host: lines[4] || lines[5] || '', status: lines[7] ?? '' }
}

/** True while `pid` is running. A zombie counts as ended. */
export async function isRunning(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  return (await processState(pid))?.state !== 'Z'
}

/**
 * True when `pid` runs and is the server of this cluster. After a restart of the machine or container its id
 * may belong to another process.
 */
export async function isServerOf(pid: number, clusterDir: string): Promise<boolean> {
  if (!(await isRunning(pid))) return false
  const state = await processState(pid)
  if (!state) return true
  if (!state.command.startsWith('postgres')) return false
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => undefined)
  return folder === undefined || folder === (await realpath(clusterDir))
}

/** State of one process from /proc; undefined without /proc. */
async function processState(pid: number): Promise<{ command: string; state: string } | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  const match = stat?.match(/^\d+ \((.*)\) (\S)/s)
  return match ? { command: match[1]!, state: match[2]! } : undefined
}

/**
 * Removes what a killed server left behind where PostgreSQL itself refuses to start: it takes a zombie, or an
 * unrelated process with a reused id, for a running server. Ends backends that outlived their server first,
 * because the file that is removed here protects the data from a second server beside them. Linux only;
 * elsewhere PostgreSQL's own check decides.
 */
export async function clearRemains(clusterDir: string, socketDir: string): Promise<void> {
  if (process.platform !== 'linux') return
  await endOrphans(clusterDir)
  await rm(join(clusterDir, 'postmaster.pid'), { force: true })
  for (const name of await readdir(socketDir).catch(() => [])) {
    if (name.startsWith('.s.PGSQL.')) await rm(join(socketDir, name), { force: true })
  }
}

/**
 * Backends notice quickly that their server died; one that still computes after two seconds is killed. A
 * server whose folder was deleted holds the socket's address for up to a minute, so it is killed at once.
 */
async function endOrphans(clusterDir: string): Promise<void> {
  const folder = await realpath(clusterDir)
  for (const pid of await processesIn(`${folder} (deleted)`)) killQuietly(pid)
  for (let waitedMs = 0; ; waitedMs += 20) {
    const orphans = [...(await processesIn(folder)), ...(await processesIn(`${folder} (deleted)`))]
    if (orphans.length === 0) return
    if (waitedMs >= 2000) for (const pid of orphans) killQuietly(pid)
    if (waitedMs >= 10_000) throw new Error(`Old PostgreSQL processes do not end: ${orphans.join(', ')}`)
    await sleep(20)
  }
}

async function processesIn(folder: string): Promise<number[]> {
  const found: number[] = []
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    if ((await readlink(`/proc/${name}/cwd`).catch(() => '')) !== folder) continue
    const state = await processState(Number(name))
    if (state?.command.startsWith('postgres') && state.state !== 'Z') found.push(Number(name))
  }
  return found
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended meanwhile.
  }
}

/** Requests a fast shutdown and waits for it. Requests an immediate one after `patienceMs`. */
export async function stopPostmaster(clusterDir: string, pid: number, patienceMs: number): Promise<void> {
  if (!(await signalServer(clusterDir, pid, 'SIGINT'))) return
  if (await waitUntilGone(pid, patienceMs)) return
  // Immediate shutdown loses nothing committed; the next start replays the log.
  await signalServer(clusterDir, pid, 'SIGQUIT')
  if (!(await waitUntilGone(pid, 10_000))) throw new Error(`PostgreSQL (process ${pid}) does not end.`)
}

async function signalServer(clusterDir: string, pid: number, signal: NodeJS.Signals): Promise<boolean> {
  if (!(await isServerOf(pid, clusterDir))) return false
  try {
    process.kill(pid, signal)
    return true
  } catch {
    return false
  }
}

/** Waits for a process to end; false when it still runs after `timeoutMs`. */
export async function waitUntilGone(pid: number, timeoutMs: number): Promise<boolean> {
  const until = performance.now() + timeoutMs
  while (await isRunning(pid)) {
    if (performance.now() > until) return false
    await sleep(10)
  }
  return true
}
