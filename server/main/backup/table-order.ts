import type pg from 'pg'

/**
 * Orders tables so that each follows those that its rows refer to. Throws when some refer to each other in a
 * circle.
 */
export async function inOrderOfReference<T extends { readonly name: string }>(
  client: pg.Client,
  tables: readonly T[],
): Promise<T[]> {
  const { rows } = await client.query<{ from: string; to: string }>(`
    select f.relname as "from", t.relname as "to" from pg_constraint c
      join pg_class f on f.oid = c.conrelid join pg_class t on t.oid = c.confrelid
    where c.contype = 'f' and f.relnamespace = 'public'::regnamespace and f.oid <> t.oid`)
  const ordered: T[] = []
  let waiting = [...tables]
  while (waiting.length > 0) {
    const names = new Set(waiting.map(({ name }) => name))
    const ready = waiting.filter(({ name }) => !rows.some(({ from, to }) => from === name && names.has(to)))
    if (ready.length === 0)
      throw new Error(`Tables refer to each other in a circle: ${[...names].join(', ')}.`)
    ordered.push(...ready)
    waiting = waiting.filter((table) => !ready.includes(table))
  }
  return ordered
}
