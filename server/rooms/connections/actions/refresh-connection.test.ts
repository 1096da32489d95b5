import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../domain/dates/durations.ts'
import { aKeyedCompany } from '../../../../testing/processors/keyed-company.ts'
import { A_KEY } from '../../../../testing/processors/keyed-processor.ts'
import { createRotatingProcessor, type Tokens } from '../../../../testing/processors/rotating-processor.ts'
import { setUp } from '../../../../testing/set-up.ts'
import { setUpTestServer } from '../../../../testing/test-server.ts'
import { findUnmarkedWork } from '../../../../testing/unmarked-work.ts'
import { createProcessors } from '../../../main/processors.ts'
import { unitOfWork } from '../../../platform/context.ts'
import { connectionsSchedules } from '../jobs.ts'
import { saveConnection } from '../store/connections.ts'
import { listConnections } from './list-connections.ts'
import { readConnection } from './read-connection.ts'
import { watched } from './watch-calls.ts'

let tokens: Tokens
const test = setUpTestServer({
  processors: (app) => {
    const rotating = createRotatingProcessor(app)
    tokens = rotating.tokens
    return [...createProcessors(app), rotating.adapter]
  },
})
const mine = setUp(() => aKeyedCompany(test, 'rotates'))
const adapter = () => watched(test.app, test.app.processors.get('rotating')!)
const connection = async () => (await mine.run((ctx) => readConnection(ctx, 'rotating')))!
const accessToken = async () => (await connection()).credentials!.accessToken
const shown = async () => (await mine.run(listConnections)).find(({ provider }) => provider === 'rotating')!
/** Connects without a session, which would have ended by the clock of these tests. */
const connect = async (merchant = '77') => {
  const accepted = await test.app.processors.get('rotating')!.connectWithKeys!({
    merchant,
    api_key: A_KEY,
  })
  if (!accepted.ok) throw new Error('The keys were not accepted.')
  const credentials = accepted.value
  await mine.run((ctx) => saveConnection(ctx, { provider: 'rotating', name: '', credentials, by: null }))
}
const mails = () =>
  mine.run((ctx) =>
    ctx.db.selectFrom('mail_messages').select('subject').where('kind', '=', 'connections.ended').execute(),
  )
const schedule = connectionsSchedules[0]!
const uow = () =>
  unitOfWork(test.app, { requestId: 'test', ip: null }, { kind: 'system', job: 'test' }, mine.accountId)

beforeEach(async () => {
  tokens.fail(null)
  tokens.slow(0)
  await connect()
  tokens.asked = 0
})

describe('a token of a connection', () => {
  it('is replaced before a call when it has expired, and stored before it is used', async () => {
    const before = await connection()
    test.clock.advance(HOUR_MS)
    expect((await adapter().health(before)).ok).toBe(true)
    expect(tokens.asked).toBe(1)
    expect(await accessToken()).not.toBe(before.credentials!.accessToken)
    expect((await adapter().health(before)).ok, 'a caller with the former token gets the stored one').toBe(
      true,
    )
    expect(tokens.asked).toBe(1)
  })

  it('is replaced when the processor refuses it, and the call is made again', async () => {
    const before = await connection()
    tokens.expire()
    expect(await adapter().health(before)).toMatchObject({ ok: true, value: { name: 'Merchant 77' } })
    expect(tokens.asked).toBe(1)
  })

  it('is asked for once by ten calls at a time, which all succeed', async () => {
    tokens.slow(50)
    tokens.expire()
    const before = await connection()
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => adapter().health(before)))
    expect(outcomes.every(({ ok }) => ok)).toBe(true)
    expect(tokens.asked).toBe(1)
    expect(await shown()).toMatchObject({ status: 'connected' })
  })

  it('is replaced by the schedule at four fifths of its life', async () => {
    const dueAt = await schedule.nextDue(uow())
    expect(dueAt).toBe(test.clock.wallNow() + 48 * MINUTE_MS)
    await schedule.run(uow())
    expect(tokens.asked).toBe(0)
    test.clock.advance(48 * MINUTE_MS)
    await Promise.all([schedule.run(uow()), schedule.run(uow())])
    expect(tokens.asked).toBe(1)
    expect(await schedule.nextDue(uow())).toBe(test.clock.wallNow() + 48 * MINUTE_MS)
    expect(await findUnmarkedWork(test.app, mine.accountId)).toEqual([])
  })

  it('stays while the processor does not answer, and is asked for again', async () => {
    const before = await connection()
    tokens.expire()
    tokens.fail('no answer')
    expect(await adapter().health(before)).toMatchObject({ ok: false, error: { kind: 'unavailable' } })
    expect(await shown()).toMatchObject({ status: 'connected', failure: 'unavailable' })
    tokens.fail(null)
    expect((await adapter().health(before)).ok).toBe(true)
    const { worked, failed } = await shown()
    expect([worked, failed]).toEqual([new Date(test.clock.wallNow()).toISOString(), worked])
  })

  it('ends the connection when it is refused: owners get one email, and can connect again', async () => {
    const before = await connection()
    tokens.expire()
    tokens.fail('refuse')
    const outcomes = await Promise.all([adapter().health(before), adapter().health(before)])
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ ok: false, error: { kind: 'not_connected' } })
    expect(tokens.asked).toBe(1)
    expect(await shown()).toMatchObject({ status: 'disconnected', ended_by: 'processor' })
    expect(await mails()).toEqual([{ subject: 'Rotating Pay is no longer connected' }])
    tokens.fail(null)
    await connect()
    expect(await shown()).toMatchObject({ status: 'connected', ended: null })
    expect((await adapter().health(await connection())).ok).toBe(true)
  })

  it('is of no use to a call about the account that was connected before', async () => {
    const before = await connection()
    tokens.expire()
    tokens.slow(200)
    const waiting = adapter().health(before)
    test.clock.advance(1000)
    await connect('78')
    expect(await waiting).toMatchObject({ ok: false, error: { kind: 'not_connected' } })
    expect(await shown()).toMatchObject({ status: 'connected' })
  })

  it('is asked for by another process once the one that asked was killed', async () => {
    const before = await connection()
    tokens.expire()
    await mine.run((ctx) =>
      ctx.db
        .updateTable('payment_connections')
        .set({
          refresh_lease: before.accountId,
          refresh_leased_until: new Date(test.clock.wallNow() + 30_000),
        })
        .where('provider', '=', 'rotating')
        .execute(),
    )
    const waiting = adapter().health(before)
    test.clock.advance(DAY_MS)
    expect((await waiting).ok).toBe(true)
    expect(tokens.asked).toBe(1)
  })
})
