import type { contract } from '../../../../contract/index.ts'
import type { HandlerReplyOf, InputOf } from '../../../../contract/route.ts'
import { dateInZone, formatDate } from '../../../../domain/dates/calendar.ts'
import { audit } from '../../../platform/audit.ts'
import { checkRateLimit, consumeRateLimit } from '../../../platform/auth/rate-limit.ts'
import { isoInstant } from '../../../platform/clock.ts'
import { type BaseCtx, enterAccount, type TenantlessUnitOfWork } from '../../../platform/context.ts'
import { withTimeout } from '../../../platform/control/with-timeout.ts'
import { networkOf } from '../../../platform/network.ts'
import { Refusal, refuse } from '../../../platform/refusal.ts'
import { type Account, logoPath, readAccountRow } from '../../accounts/index.ts'
import { linkState } from '../rules/link-state.ts'
import { findLink, noteOpening, type PresentedLink } from '../store/report-links.ts'
import { composeReport } from './compose-report.ts'

type Route = typeof contract.reports.readShared

const MAX_MISSES = 20
const WINDOW_S = 60
const MAX_WAIT_MS = 1000
const SHAPE = /^[\w-]{43}$/

/**
 * Returns the current report behind a shared link. Throws report_unknown for an invalid token, and
 * too_many_requests after twenty of those in a minute from one network. Throws report_over, with the reason,
 * only to the holder of a valid link.
 */
export async function readSharedReport(
  uow: TenantlessUnitOfWork,
  { body }: InputOf<Route>,
): Promise<HandlerReplyOf<Route>> {
  const missesKey = `report link misses ${networkOf(uow.ip)}`
  await checkRateLimit(uow.app, missesKey, MAX_MISSES, WINDOW_S)
  // Reads a snapshot, so that the figures add up regardless of concurrent bookings.
  const { link, report } = await uow
    .readSnapshot((ctx) => read(ctx, body.token))
    .catch(async (error: unknown) => {
      if (error instanceof Refusal && error.code === 'report_unknown')
        await consumeRateLimit(uow.app, missesKey, MAX_MISSES, WINDOW_S)
      throw error
    })
  await recordOpening(uow, link)
  return report
}

async function read(ctx: BaseCtx, token: string) {
  const link = SHAPE.test(token) ? await findLink(ctx, token) : null
  if (link === null) throw refuse('report_unknown')
  const inside = await enterAccount(ctx, link.accountId)
  const account = await readAccountRow(inside)
  const over = whyOver(link, account, ctx.now)
  if (over !== null) throw refuse('report_over', over)
  const report = await composeReport(inside, link.showsCustomers)
  const { company, timezone } = account
  return {
    link,
    report: {
      company: { name: company.name, logo: logoPath(account.id, company.logoFileId) },
      recipient: link.recipient,
      shows_customers: link.showsCustomers,
      as_of: isoInstant(ctx.now),
      expires_on: dateInZone(link.expiresAt.getTime(), timezone),
      timezone,
      date_format: account.dateFormat,
      ...report,
    },
  }
}

function whyOver(link: PresentedLink, account: Account, nowMs: number): string | null {
  const { name } = account.company
  const day = (at: Date) => formatDate(dateInZone(at.getTime(), account.timezone), account.dateFormat)
  switch (linkState(link, nowMs)) {
    case 'active':
      return null
    case 'revoked':
      return `${name || 'The company'} stopped sharing this report on ${day(link.revokedAt!)}. Ask them for a new link if you still need it.`
    case 'expired':
      return `This link worked until ${day(link.expiresAt)}. Ask ${name || 'the company'} for a new one.`
  }
}

/** Records an opening. A failure is only logged, because the reader already has the report. */
async function recordOpening(
  uow: TenantlessUnitOfWork,
  { accountId, id, recipient }: PresentedLink,
): Promise<void> {
  const note = async (ctx: BaseCtx): Promise<void> => {
    const inside = await enterAccount(ctx, accountId)
    await noteOpening(inside, id)
    await audit(inside, 'reports.open-shared', { type: 'report_link', id }, { recipient })
  }
  try {
    await withTimeout(MAX_WAIT_MS, uow.transaction(note))
  } catch (error) {
    uow.app.log.warn('opening of a shared report not noted', { accountId, id, error })
  }
}
