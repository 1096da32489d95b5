import type pg from 'pg'
import {
  crashProcess,
  diesAfterCommit,
  diesBeforeCommit,
  type InjectedFaults,
  ProcessDied,
} from './injected-faults.ts'

type Query = (...args: unknown[]) => Promise<unknown>

/**
 * Wraps the connections of a pool: simulates crashes at a commit and rewrites statements for deliberate bugs.
 * Calls `committed` after a commit whose process dies before it can act on it.
 */
export function watchConnections(
  pool: pg.Pool,
  faults: InjectedFaults,
  rewrite: (text: string) => string,
  committed: () => void,
): void {
  const watched = new WeakSet<pg.PoolClient>()
  // Connections that already exist are wrapped when they are next acquired.
  pool.on('acquire', (client) => {
    if (watched.has(client)) return
    watched.add(client)
    const real = client.query.bind(client) as unknown as Query
    const query: Query = async (...args) => {
      const text = args[0]
      // A query with a callback is the pool's own, outside any action.
      if (typeof text !== 'string' || typeof args.at(-1) === 'function' || text === 'rollback')
        return real(...args)
      if (faults.dead) throw new ProcessDied('a dead process sends no statement')
      if (text === 'commit') return commit(faults, () => real(...args), committed)
      return real(rewrite(text), ...args.slice(1))
    }
    client.query = query as unknown as typeof client.query
  })
}

async function commit(
  faults: InjectedFaults,
  send: () => Promise<unknown>,
  committed: () => void,
): Promise<unknown> {
  if (diesBeforeCommit(faults)) crashProcess(faults)
  const reply = await send()
  if (diesAfterCommit(faults)) {
    committed()
    crashProcess(faults)
  }
  faults.commits++
  faults.commitsLeft--
  return reply
}
