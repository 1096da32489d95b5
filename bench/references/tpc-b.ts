import pg from 'pg'

/**
 * W: the write rate of this machine's PostgreSQL. Runs pgbench's TPC-B-like transaction on pgbench's tables (scale 10) in
 * 16 sessions, each commit flushed to disk. Like the product, it sends statements through the driver.
 */
export interface Writer {
  /** Runs about this many transactions and returns the committed ones per second. */
  tps(transactions: number): Promise<number>
  stop(): Promise<void>
}

const SCALE = 10
const SESSIONS = 16
const SETUP = `
  create table pgbench_branches (bid int primary key, bbalance int, filler char(88)) with (fillfactor = 100);
  create table pgbench_tellers (tid int primary key, bid int, tbalance int, filler char(84)) with (fillfactor = 100);
  create table pgbench_accounts (aid int primary key, bid int, abalance int, filler char(84)) with (fillfactor = 100);
  create table pgbench_history (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22));
  insert into pgbench_branches select n, 0, '' from generate_series(1, ${SCALE}) n;
  insert into pgbench_tellers select n, (n - 1) / 10 + 1, 0, '' from generate_series(1, ${SCALE * 10}) n;
  insert into pgbench_accounts select n, (n - 1) / 100000 + 1, 0, '' from generate_series(1, ${SCALE * 100_000}) n`
const STEPS = [
  ['account', 'update pgbench_accounts set abalance = abalance + $2 where aid = $1'],
  ['balance', 'select abalance from pgbench_accounts where aid = $1'],
  ['teller', 'update pgbench_tellers set tbalance = tbalance + $2 where tid = $1'],
  ['branch', 'update pgbench_branches set bbalance = bbalance + $2 where bid = $1'],
] as const
const HISTORY =
  'insert into pgbench_history (tid, bid, aid, delta, mtime) values ($1, $2, $3, $4, current_timestamp)'

export async function openWriter(owner: pg.ClientConfig): Promise<Writer> {
  const server = new pg.Client(owner)
  await server.connect()
  const known = await server.query("select 1 from pg_database where datname = 'bench_writes'")
  if (known.rowCount === 0) await server.query('create database bench_writes')
  await server.end()
  const pool = new pg.Pool({ ...owner, database: 'bench_writes', max: SESSIONS })
  // A failed statement rejects its own promise. An idle connection may close with the database.
  pool.on('error', () => {})
  if (known.rowCount === 0) await pool.query(SETUP)
  await pool.query('vacuum analyze')
  return {
    async tps(transactions) {
      let left = transactions
      const started = performance.now()
      const session = async (): Promise<void> => {
        const client = await pool.connect()
        try {
          while (left-- > 0) await transaction(client)
        } finally {
          client.release()
        }
      }
      await Promise.all(Array.from({ length: SESSIONS }, session))
      return transactions / ((performance.now() - started) / 1000)
    },
    stop: () => pool.end(),
  }
}

const below = (limit: number): number => 1 + Math.floor(Math.random() * limit)

async function transaction(client: pg.PoolClient): Promise<void> {
  const [aid, tid, bid, delta] = [
    below(SCALE * 100_000),
    below(SCALE * 10),
    below(SCALE),
    below(10_000) - 5000,
  ]
  await client.query('begin')
  for (const [name, text] of STEPS) {
    const id = name === 'teller' ? tid : name === 'branch' ? bid : aid
    await client.query({ name, text, values: name === 'balance' ? [id] : [id, delta] })
  }
  await client.query({ name: 'history', text: HISTORY, values: [tid, bid, aid, delta] })
  await client.query('commit')
}
