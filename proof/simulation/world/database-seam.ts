import type pg from 'pg'
import { die, diesAfterCommit, diesBeforeCommit, type Mischief, ProcessDied } from './mischief.ts'

type Query = (...args: unknown[]) => Promise<unknown>

/**
 * Stands between the product and its connections: lets it die at a commit, and lets a deliberate bug change what it
 * says. `committed` is told of a commit whose process dies before it can act on it.
 */
export function watchConnections(
  pool: pg.Pool,
  mischief: Mischief,
  rewrite: (text: string) => string,
  committed: () => void,
): void {
  const watched = new WeakSet<pg.PoolClient>()
  // Some connections are older than this watch: each is met when it is next used.
  pool.on('acquire', (client) => {
    if (watched.has(client)) return
    watched.add(client)
    const real = client.query.bind(client) as unknown as Query
    const query: Query = async (...args) => {
      const text = args[0]
      // With a callback the pool asks for itself, outside any action.
      if (typeof text !== 'string' || typeof args.at(-1) === 'function' || text === 'rollback')
        return real(...args)
      if (mischief.dead) throw new ProcessDied('a dead process asks nothing')
      if (text === 'commit') return commit(mischief, () => real(...args), committed)
      return real(rewrite(text), ...args.slice(1))
    }
    client.query = query as unknown as typeof client.query
  })
}

async function commit(
  mischief: Mischief,
  send: () => Promise<unknown>,
  committed: () => void,
): Promise<unknown> {
  if (diesBeforeCommit(mischief)) die(mischief)
  const reply = await send()
  if (diesAfterCommit(mischief)) {
    committed()
    die(mischief)
  }
  mischief.commits++
  mischief.commitsLeft--
  return reply
}
