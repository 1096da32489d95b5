import { escapeHtml } from '../../pages/escape-html.ts'
import { requirementsOf } from '../state/wire-types.ts'
import type { World } from '../state/world.ts'
import { htmlPage, type PageReply } from './html.ts'

/** Answers the page of an account link: "Finish" enables charges, "Later" only returns. */
export function answerAccountSetup(world: World, link: string, decision: string | null): PageReply {
  const found = world.accountLinks.get(link)
  if (found === undefined)
    return { status: 404, html: htmlPage('This link does not exist', '<p>Ask for a new one.</p>') }
  if (found.expiresAt < world.now) return { status: 302, location: found.refreshUrl }
  if (decision === null)
    return {
      status: 200,
      html: htmlPage(
        'Set up your account',
        `<p>Account ${escapeHtml(found.accountId)} wants to accept payments.</p>
<form method="post" action="/setup/${escapeHtml(link)}"><p>
<button class="main" name="decision" value="finish">Finish</button><button name="decision" value="later">Later</button></p></form>`,
      ),
    }
  world.accountLinks.delete(link)
  if (decision === 'finish') setChargesEnabled(world, found.accountId, true)
  return { status: 302, location: found.returnUrl }
}

/** Enables or disables charges and payouts of an account and reports it. */
export function setChargesEnabled(world: World, accountId: string, enabled: boolean): void {
  const state = world.accounts.get(accountId)
  if (state === undefined) throw new Error(`There is no account ${accountId}.`)
  state.account.charges_enabled = enabled
  state.account.payouts_enabled = enabled
  state.account.details_submitted ||= enabled
  state.account.requirements = requirementsOf(enabled)
  world.emit(state, 'account.updated', state.account)
}
