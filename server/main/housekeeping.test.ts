import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../domain/dates/durations.ts'
import { setUp } from '../../testing/set-up.ts'
import { setUpTestApp } from '../../testing/test-app.ts'
import { consumeRateLimit, takeAttempt } from '../platform/auth/rate-limit.ts'
import { asDate } from '../platform/clock.ts'
import { storeFile } from '../platform/files.ts'
import { queueMail } from '../platform/mail/outbox.ts'
import { issueToken, openSession, redeemToken, revokeSessions } from '../rooms/identity/index.ts'
import { aUser } from '../rooms/identity/testing.ts'
import { runSchedules } from './schedules.ts'

const test = setUpTestApp()
const tenant = setUp(() => test.tenant())

it('deletes sessions thirty days after their end and no others', async () => {
  const { ended, expired, live } = await test.transact(async (ctx) => {
    const user = await aUser(ctx, { email: 'sessions@people.test', homeAccountId: null })
    const open = async () => (await openSession(ctx, { audience: 'staff', userId: user.id })).sessionId
    const made = { ended: await open(), expired: await open() }
    await revokeSessions(ctx, { sessionId: made.ended }, 'logged out')
    test.clock.advance(20 * DAY_MS)
    return { ...made, live: await open() }
  })
  const left = async () => {
    await runSchedules(test.app)
    const rows = await test.app.db.selectFrom('sessions').select('id').execute()
    return [ended, expired, live].map((id) => rows.some((row) => row.id === id))
  }
  test.clock.advance(10 * DAY_MS)
  expect(await left()).toEqual([true, true, true])
  test.clock.advance(1)
  expect(await left()).toEqual([false, true, true])
  // Nobody ended this session: it expired after twelve hours.
  test.clock.advance(12 * HOUR_MS)
  expect(await left()).toEqual([false, false, true])
})

it('deletes one-time tokens thirty days after their use or expiry', async () => {
  const issue = () =>
    test.transact((ctx) =>
      issueToken(ctx, { purpose: 'invite_user', email: `${randomBytes(4).toString('hex')}@people.test` }),
    )
  const [used, unused] = [await issue(), await issue()]
  await test.transact((ctx) => redeemToken(ctx, used, 'invite_user'))
  const count = async () => {
    await runSchedules(test.app)
    return (await test.app.db.selectFrom('one_time_tokens').select('token_hash').execute()).length
  }
  test.clock.advance(30 * DAY_MS)
  expect(await count()).toBe(2)
  test.clock.advance(1)
  expect(await count()).toBe(1)
  await expect(test.transact((ctx) => redeemToken(ctx, used, 'invite_user'))).rejects.toMatchObject({
    code: 'token_expired',
  })
  test.clock.advance(7 * DAY_MS)
  expect(await count()).toBe(0)
  await expect(test.transact((ctx) => redeemToken(ctx, unused, 'invite_user'))).rejects.toMatchObject({
    code: 'token_expired',
  })
})

it('deletes rate limit counters a day after their window began and no active ones', async () => {
  await consumeRateLimit(test.app, 'a call', 5, 900)
  await takeAttempt(test.app, 'a login', 900)
  const count = async () => {
    await runSchedules(test.app)
    return (await test.app.db.selectFrom('throttle_counters').select('key').execute()).length
  }
  test.clock.advance(DAY_MS)
  await consumeRateLimit(test.app, 'another call', 5, 900)
  expect(await count()).toBe(3)
  test.clock.advance(1)
  expect(await count()).toBe(1)
})

it('deletes message contents after ninety days and keeps the record of a sent invoice', async () => {
  const send = (kind: string, related?: { type: string; id: string }) =>
    tenant.run(async (ctx) => {
      const file = { name: 'paper.pdf', mediaType: 'application/pdf', bytes: Buffer.from('%PDF') }
      const [paper, logo] = [await storeFile(ctx, file), await storeFile(ctx, { ...file, name: 'logo.png' })]
      const id = await queueMail(ctx, {
        kind,
        to: 'payer@harborfoods.test',
        fromName: 'Brightwater',
        subject: 'Your invoice',
        text: 'Pay here: https://…',
        html: '<p>Pay here</p>',
        attachments: [
          { fileId: paper, name: 'paper.pdf' },
          { fileId: logo, name: 'logo.png', cid: 'logo' },
        ],
        ...(related && { related }),
      })
      return { id, paper, logo }
    })
  const invoice = await send('invoices.invoice', { type: 'invoice', id: tenant.accountId })
  const reset = await send('identity.reset-password')
  const waiting = await send('identity.reset-password')
  await tenant.run((ctx) =>
    ctx.db
      .updateTable('mail_messages')
      .set({ status: 'sent', sent_at: asDate(ctx.now) })
      .where('id', 'in', [invoice.id, reset.id])
      .execute(),
  )
  const look = async () => {
    await runSchedules(test.app)
    return tenant.run(async (ctx) => ({
      messages: await ctx.db
        .selectFrom('mail_messages')
        .select(['id', 'to_address', 'subject', 'text_body', 'html_body', 'attachments'])
        .orderBy('id')
        .execute(),
      files: (await ctx.db.selectFrom('stored_files').select('id').execute()).map((file) => file.id),
    }))
  }
  // A message that can't be sent fails after three days and then ages as well.
  test.clock.advance(90 * DAY_MS)
  const before = await look()
  expect(new Set(before.messages.map((message) => message.id))).toEqual(
    new Set([invoice.id, reset.id, waiting.id]),
  )
  expect(before.messages.every((message) => message.text_body !== '')).toBe(true)
  test.clock.advance(1)
  const after = await look()
  expect(after.messages).toEqual([
    {
      id: invoice.id,
      to_address: 'payer@harborfoods.test',
      subject: 'Your invoice',
      text_body: '',
      html_body: '',
      attachments: [],
    },
  ])
  for (const { paper, logo } of [invoice, reset, waiting]) {
    expect(after.files).not.toContain(paper)
    expect(after.files).toContain(logo)
  }
})
