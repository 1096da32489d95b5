import { forgeriesOf } from '../../testing/forgery/forged-tokens.ts'
import { foreignIdRequestProblem, foreignIdRequests } from '../../testing/sweep/foreign-id-requests.ts'
import { listCells, listProblem } from '../../testing/sweep/list-queries.ts'
import { listRefusedCalls } from '../../testing/sweep/list-refused-calls.ts'
import { WRONG_CONTENT_TYPES } from '../../testing/sweep/malformed-requests.ts'
import { refusedCallProblem } from '../../testing/sweep/refused-call.ts'
import { labelOf, type Sweep } from '../../testing/sweep/sweep.ts'
import { type Cell, isRead, nameOf } from '../../testing/sweep/sweep-call.ts'
import { backgroundProbes } from './background-probes.ts'
import { dueProbes } from './due-probes.ts'
import { type Probe, recordOutcome } from './probe.ts'
import { reportProbes } from './report-probes.ts'
import { stateProbes } from './state-probes.ts'
import { twinProbes } from './twin-probes.ts'
import { indexOfFactorCall, needsOwedAmounts, writeProbes } from './write-probes.ts'

/**
 * Creates the probes: every call of the access sweep, odd content types, forged tokens, and calls on records
 * in rare states. The records are created here once, because the tables are restored after each call.
 */
export async function createProbes(sweep: Sweep): Promise<Probe[]> {
  const { cells } = sweep
  const refused = cells.filter(({ expected }) => expected !== 'allowed')
  const reads = cells.filter(({ route, expected }) => expected === 'allowed' && isRead(route))
  const writes = findOwnWrites(sweep)
  const about = (kind: Probe['kind'], cell: Cell, run: () => Promise<string | null>): Probe => ({
    label: labelOf(cell),
    route: cell.route,
    kind,
    run: () => recordOutcome(sweep, run),
  })
  const probe = (kind: Probe['kind'], run: (cell: Cell) => Promise<string | null>) => (cell: Cell) =>
    about(kind, cell, () => run(cell))
  const holders = ['user', 'login', 'staff', 'customer', 'payer'].flatMap((kind) => {
    const some = reads.filter(({ route }) => route.access.kind === kind)
    const of = (caller: string) => some.filter(({ who }) => who.is.kind === caller).slice(0, 1)
    return [...some.slice(0, 1), ...of('pay_link'), ...of('preview')]
  })
  return [
    ...refused.map(probe('refused', sweep.refusedProblem)),
    ...reads.map(probe('read', sweep.readProblem)),
    ...listCells(sweep).map(probe('read', (cell) => listProblem(sweep, cell))),
    ...(await listRefusedCalls(sweep)).map((one) =>
      about('malformed', one.cell, () => refusedCallProblem(sweep, one)),
    ),
    ...(await foreignIdRequests(sweep)).map((one) =>
      about('malformed', one.cell, () => foreignIdRequestProblem(sweep, one)),
    ),
    ...(await writeProbes(
      sweep,
      writes.filter(({ route }) => !needsOwedAmounts(route)),
    )),
    ...writes
      .filter(({ route }) => route.body !== undefined)
      .map(probe('malformed', (cell) => oddTypeProblem(sweep, cell))),
    ...holders.map(probe('forged', (cell) => forgedProblem(sweep, cell))),
    ...holders.map(probe('malformed', (cell) => wrongTargetProblem(sweep, cell))),
    ...(await stateProbes(sweep)),
    ...(await backgroundProbes(sweep)),
    ...(await twinProbes(sweep)),
    ...(await dueProbes(sweep)),
    ...(await reportProbes(sweep)),
    ...(await writeProbes(
      sweep,
      writes.filter(({ route }) => needsOwedAmounts(route)),
    )),
  ]
}

/** Returns each allowed write on the company's own records, once for each kind of caller. */
function findOwnWrites({ cells, own }: Sweep): Cell[] {
  const writes = cells.filter(
    ({ route, target, who, expected }) =>
      expected === 'allowed' &&
      !isRead(route) &&
      target.account === own &&
      'company' in who.is &&
      who.is.company === own,
  )
  const byCaller = Map.groupBy(writes, ({ route, who }) => `${nameOf(route)} ${who.is.kind}`)
  // The sweep has two customers.
  return [...byCaller.values()].flatMap(
    (callers) => callers[Math.max(indexOfFactorCall(callers[0]!.route), 0)] ?? [],
  )
}

async function oddTypeProblem(sweep: Sweep, cell: Cell): Promise<string | null> {
  const call = await sweep.readOnlyCall(cell)
  const taken = JSON.stringify(cell.route.body)
  for (const contentType of WRONG_CONTENT_TYPES.filter(
    (type) => !taken.includes(type?.split(';')[0] ?? 'none'),
  )) {
    const { status, text } = await sweep.ask(cell, call, { contentType })
    if (status !== 415 && status !== 400) return `${labelOf(cell)} as ${contentType}: ${status} ${text}`
  }
  if (call.file === undefined) return null
  // Without a body the server's parsers have nothing to refuse.
  const { status, text } = await sweep.ask(cell, call, { contentType: null, payload: Buffer.alloc(0) })
  return status === 415 ? null : `${labelOf(cell)} without a file: ${status} ${text}`
}

/**
 * Sends forged tokens and tokens of ended sessions. Renews the session each time, because verified tokens are
 * cached.
 */
async function forgedProblem(sweep: Sweep, cell: Cell): Promise<string | null> {
  const { app, clock } = sweep.test
  const token = (await cell.who.renew())!
  const call = await sweep.readOnlyCall(cell)
  const tries = forgeriesOf(token, app.config.secret, clock.wallNow())
  const read = await app.tokens.verify(token, clock.wallNow())
  if (!read.ok) throw new Error('A fresh token is not good.')
  const now = new Date(clock.wallNow())
  const ask = async (name: string, authorization: string): Promise<string | null> => {
    const { status } = await sweep.ask(cell, call, { token: undefined, headers: { authorization } })
    return status === 401 ? null : `${labelOf(cell)} with ${name}: ${status}`
  }
  for (const { name, authorization } of tries) {
    const problem = await ask(name, authorization)
    if (problem) return problem
  }
  for (const ended of [{ expires_at: now }, { expires_at: new Date(now.getTime() + 9e5), revoked_at: now }]) {
    await app.db.updateTable('sessions').set(ended).where('id', '=', read.claims.sessionId).execute()
    const problem = await ask(`a session with ${Object.keys(ended)}`, `Bearer ${token}`)
    if (problem) return problem
  }
  if (cell.who.is.kind !== 'preview') return null
  await sweep.inspector.rows(
    `update sessions p set revoked_at = case when p.id = s.parent_id then $2::timestamptz end
     from sessions s where s.id = $1 and p.id in (s.id, s.parent_id)`,
    [read.claims.sessionId, now],
  )
  return ask('its parent session ended', `Bearer ${token}`)
}

/** Sends hosts, headers and ids that select something of others or nothing. */
async function wrongTargetProblem(sweep: Sweep, cell: Cell): Promise<string | null> {
  const { own, rival } = sweep
  const call = await sweep.readOnlyCall(cell)
  const payer = ['customer', 'pay_link', 'preview'].includes(cell.who.is.kind)
  const headers: Record<string, string>[] = [
    { host: 'evil.test' },
    { host: `${own.host}.evil.test` },
    { 'x-account-id': 'x' },
    { 'x-customer-id': "1' or '1'='1" },
    ...(payer ? [{ 'x-account-id': rival.accountId }] : []),
    ...(payer ? [{ 'x-customer-id': own.debtors.second.customerId }] : []),
    ...(payer ? [{ 'x-customer-id': rival.debtors.first.customerId }] : []),
  ]
  for (const one of headers) {
    const { status, text } = await sweep.ask(cell, call, { headers: one })
    if (status !== 404 && status !== 421)
      return `${labelOf(cell)} with ${JSON.stringify(one)}: ${status} ${text}`
  }
  if (call.params === undefined) return null
  const params = Object.fromEntries(Object.keys(call.params).map((name) => [name, "x'--"]))
  const { status, text } = await sweep.ask(cell, { ...call, params })
  return status === 404 ? null : `${labelOf(cell)} with malformed ids: ${status} ${text}`
}
