import pg from 'pg'

/** One of the servers that a setting names. */
export interface DatabaseAddress {
  readonly connectionString: string
  readonly host: string
  readonly port: number
}

/** Below the wait for a connection, so that a server without an answer doesn't use up all of it. */
const PROBE_MS = 2_000

interface Probed extends DatabaseAddress {
  readonly takesWrites: boolean
}

async function probe(connectionString: string, timeoutMs: number): Promise<Probed> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ readOnly: string }>(
      `select current_setting('transaction_read_only') as "readOnly"`,
    )
    const { host, port } = client
    return { connectionString, host, port, takesWrites: rows[0]!.readOnly === 'off' }
  } finally {
    // A server without an answer would keep the caller waiting.
    client.end().catch(() => {})
  }
}

/**
 * Asks the servers at once and returns the first that takes writes; when none does, one that is read-only. Throws an
 * AggregateError when none answers.
 */
export async function findPrimary(urls: readonly string[], timeoutMs = PROBE_MS): Promise<Probed> {
  const probes = urls.map((url) => probe(url, timeoutMs))
  const writable = probes.map(async (one) => {
    const found = await one
    if (!found.takesWrites) throw new Error(`${found.host}:${found.port} is read-only`)
    return found
  })
  return Promise.any(writable).catch(() => Promise.any(probes))
}

/** Remembers which of several servers takes writes, for the connections of one pool. */
export interface PrimaryFinder {
  find(): Promise<DatabaseAddress>
  /** Called when the server is gone or became read-only. */
  forget(): void
}

export function trackPrimary(urls: readonly string[]): PrimaryFinder {
  let known: Promise<Probed> | undefined
  const forget = () => {
    known = undefined
  }
  return {
    async find() {
      known ??= findPrimary(urls)
      const found = await known.catch((error: unknown) => {
        forget()
        throw error
      })
      // Another one may take writes soon.
      if (!found.takesWrites) forget()
      return found
    },
    forget,
  }
}
