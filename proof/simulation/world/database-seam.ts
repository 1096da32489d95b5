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
    let begun = false
    const query: Query = async (...args) => {
      const text = args[0]
      // With a callback the pool asks for itself, outside any action.
      if (typeof text !== 'string' || typeof args.at(-1) === 'function') return real(...args)
      const isFirst = begun
      begun = false
      if (text === 'rollback') return isFirst ? NOTHING : real(...args)
      if (mischief.dead) throw new ProcessDied('a dead process asks nothing')
      if (text === 'commit') return commit(mischief, () => real(...args), committed)
      if (text === 'begin') {
        begun = true
        return NOTHING
      }
      if (isFirst && SAYS_WHO_ACTS.test(text)) return begin(real, text, args[1] as string[])
      if (isFirst) await real('begin')
      return real(rewrite(text), ...args.slice(1))
    }
    client.query = query as unknown as typeof client.query
  })
}

const NOTHING = { rows: [], rowCount: 0, command: '' }

const SAYS_WHO_ACTS = /^\s*select set_config\(/

/** A transaction begins together with its first statement where that only says who acts: one journey instead of two. */
async function begin(real: Query, text: string, values: readonly string[]): Promise<unknown> {
  const said = text.replace(/\$(\d+)/g, (_, place: string) => `'${values[Number(place) - 1]}'`)
  const [, result] = (await real(`begin; ${said}`)) as [unknown, unknown]
  return result
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
