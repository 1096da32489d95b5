import type { FastifyRequest } from 'fastify'
import { consumeRateLimit } from '../../platform/auth/rate-limit.ts'
import type { App } from '../../platform/context.ts'
import { inTransaction } from '../../platform/context.ts'
import { translatorTo } from '../../platform/languages/translate.ts'
import { networkOf } from '../../platform/network.ts'
import { payLinkPage } from '../../rooms/invoices/index.ts'
import { escapeHtml } from './html.ts'
import { choosePortalPage, type PortalPages, pageIn, requestedLanguages } from './portal-pages.ts'

/** Stands for the number while the heading is escaped. */
const SLOT = '\u0000'

/**
 * Returns the pay link's page with company, invoice, amount and due date in its HTML, readable before any
 * script runs, in the reader's or the customer's language. An invalid link gets the unchanged page, and the
 * app shows one message for every reason.
 * `hostAccountId` is the account of the requested host's company, null on the app's own host.
 */
export async function payPage(
  app: App,
  request: FastifyRequest,
  pages: PortalPages,
  hostAccountId: string | null,
): Promise<string> {
  await consumeRateLimit(app, `pay page ip ${networkOf(request.ip)}`, 120, 60)
  const unchanged = () => choosePortalPage(app, request, pages, hostAccountId)
  const token = (request.query as { token?: unknown }).token
  if (typeof token !== 'string' || token.length > 200) return unchanged()
  const caller = { requestId: request.id, ip: request.ip }
  const page = await inTransaction(app, caller, { kind: 'anonymous' }, (ctx) =>
    payLinkPage(ctx, token, hostAccountId, requestedLanguages(request)),
  )
  if (page === null) return unchanged()
  const t = translatorTo(page.language)
  const title = t('Invoice {number} from {company}', { number: page.number, company: page.companyName })
  const heading = t('Invoice {number}', { number: SLOT })
  const due = t('Due {date}', { date: page.dueDate })
  // Functions, because replacement strings interpret '$&' and similar patterns.
  return pageIn(pages, page.language)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`)
    .replace(
      '<div id="app"></div>',
      () =>
        `<div id="app"><main class="first-look" aria-busy="true"><p class="first-look-company">${escapeHtml(page.companyName)}</p>` +
        `<h1>${escapeHtml(heading).replace(SLOT, () => `<b>${escapeHtml(page.number)}</b>`)}</h1>` +
        `<p class="first-look-amount">${escapeHtml(page.amount)}</p>` +
        `<p class="first-look-due"><span class="first-look-status">${escapeHtml(page.status)}</span> ` +
        `${escapeHtml(due)}</p></main></div>`,
    )
}
