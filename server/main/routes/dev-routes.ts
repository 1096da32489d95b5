import { sql } from 'kysely'
import { dev } from '../../../contract/dev.ts'
import { DAY_MS } from '../../../domain/dates/durations.ts'
import { isoInstant } from '../../platform/clock.ts'
import type { App, BaseCtx, TenantlessUnitOfWork } from '../../platform/context.ts'
import { type BoundRoute, on, onUnitOfWork } from '../../platform/http/handlers.ts'
import { refuse, refuseFields } from '../../platform/refusal.ts'
import { runSchedules } from '../schedules.ts'

const FARTHEST_MS = 3 * 366 * DAY_MS
const LINK = /https?:\/\/[^\s<>"')]+/g

/** The demo's mailbox. Mounted only when emails are delivered to it. */
export const mailboxRoutes: BoundRoute[] = [
  on(dev.mail, (ctx, { query }) => listMail(ctx, query.to)),
  on(dev.attachment, (ctx, { params }) => readAttachment(ctx, params.message, Number(params.position))),
]

/** The demo's clock. Mounted only in demo mode. */
export const devRoutes: BoundRoute[] = [
  on(dev.readClock, (ctx) => readClock(ctx)),
  onUnitOfWork(dev.moveClock, (uow, { body }) => moveClock(uow, body)),
]

async function listMail(ctx: BaseCtx, to: string | undefined) {
  let query = ctx.db
    .selectFrom('demo_mailbox')
    .selectAll()
    .orderBy('sent_at', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
  if (to) query = query.where(sql<string>`lower(to_address)`, '=', to.toLowerCase())
  const rows = await query.execute()
  return rows.map((row) => ({
    id: row.id,
    to: row.to_address,
    from: row.from_name,
    subject: row.subject,
    text: row.text_body,
    html: row.html_body,
    links: [...new Set(row.text_body.match(LINK) ?? [])],
    attachments: row.attachments.map((file, position) => ({
      name: file.name,
      media_type: file.media_type,
      size: Buffer.byteLength(file.content_base64, 'base64'),
      url: `/api/dev/mail/${row.id}/attachments/${position}/`,
    })),
    sent_at: isoInstant(row.sent_at.getTime()),
  }))
}

async function readAttachment(ctx: BaseCtx, messageId: string, position: number) {
  const row = await ctx.db
    .selectFrom('demo_mailbox')
    .select('attachments')
    .where('id', '=', messageId)
    .executeTakeFirst()
  const file = row?.attachments[position]
  if (!file) throw refuse('not_found')
  return {
    mediaType: file.media_type,
    name: file.name,
    bytes: Buffer.from(file.content_base64, 'base64'),
    inline: true,
  }
}

async function readClock(ctx: BaseCtx) {
  return { now: isoInstant(ctx.now), offset_ms: ctx.now - ctx.app.clock.wallNow() }
}

/** Moves day by day, so that everything due in between happens on its own day. */
async function moveClock(
  { app, transaction }: TenantlessUnitOfWork,
  body: { advance: string } | { now: string },
) {
  // This transaction ends before the schedules run, because they may exceed the idle timeout.
  const since = await transaction(async (ctx) => ctx.now)
  const target = 'advance' in body ? since + durationMs(body.advance) : Date.parse(body.now)
  if (Math.abs(target - since) > FARTHEST_MS)
    throw refuseFields({ non_field_errors: ['The clock moves by three years at most.'] })
  let now = since
  while (now !== target) {
    now = target > now ? Math.min(now + DAY_MS, target) : target
    await setOffset(app, now - app.clock.wallNow())
    await runSchedules(app)
  }
  return { now: isoInstant(target), offset_ms: target - app.clock.wallNow() }
}

// A separate statement, because the following schedules must already see it.
const setOffset = async (app: App, offsetMs: number): Promise<void> => {
  await sql`update demo_clock set offset_ms = ${Math.round(offsetMs)}`.execute(app.db)
}

function durationMs(text: string): number {
  const match = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(text)
  const [weeks, days, hours, minutes, seconds] = (match ?? []).slice(1).map((part) => Number(part ?? 0))
  return (
    (((weeks ?? 0) * 7 + (days ?? 0)) * 24 * 3600 +
      (hours ?? 0) * 3600 +
      (minutes ?? 0) * 60 +
      (seconds ?? 0)) *
    1000
  )
}
