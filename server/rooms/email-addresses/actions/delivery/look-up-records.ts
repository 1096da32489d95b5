import { Resolver } from 'node:dns/promises'

const PATIENCE = { timeout: 2_000, tries: 2 } as const
/** Answers that a name has no such record. */
const ABSENT: ReadonlySet<string | undefined> = new Set(['ENODATA', 'ENOTFOUND'])

/** Returns the records of a name as their text; null when no name server answered. */
export type LookUp = (name: string, type: 'TXT' | 'MX') => Promise<string[] | null>

/** Opens look-ups at these name servers, 'address:port'; at the machine's own when there are none. */
export function openLookUp(servers: readonly string[]): LookUp {
  const resolver = new Resolver(PATIENCE)
  if (servers.length > 0) resolver.setServers([...servers])
  return async (name, type) => {
    try {
      if (type === 'TXT') return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
      const records = await resolver.resolveMx(name)
      return records.map(({ priority, exchange }) => `${priority} ${exchange}`)
    } catch (error) {
      return ABSENT.has((error as { code?: string }).code) ? [] : null
    }
  }
}
