import { escapeHtml } from '../../pages/escape-html.ts'
import { chargePayment } from '../rules/charge-payment.ts'
import { completeSetup } from '../rules/confirm-setup-intent.ts'
import type { AccountState } from '../state/account-state.ts'
import type { PaymentIntent, SetupIntent } from '../state/wire-types.ts'
import type { World } from '../state/world.ts'
import { StripeError } from '../wire/stripe-error.ts'
import { htmlPage, type PageReply } from './html.ts'

export type ChallengeOutcome = 'complete' | 'fail'

const FAILURE = {
  type: 'invalid_request_error',
  code: 'payment_intent_authentication_failure',
  message:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
}

/**
 * Answers the page on which a bank authenticates its customer. In a frame (`redirects` false) it reports the end to the
 * script that opened it; otherwise it returns to the page that the confirmation named.
 */
export function answerChallenge(
  world: World,
  id: string,
  redirects: boolean,
  decision: string | null,
): PageReply {
  const found = findIntent(world, id)
  if (found === null || found.intent.status !== 'requires_action')
    return redirects || decision === null
      ? {
          status: 404,
          html: htmlPage('Nothing to authenticate', '<p>This payment needs no authentication.</p>'),
        }
      : { status: 200, html: endPage(id) }
  if (decision === null) return { status: 200, html: challengePage(id, redirects) }
  const { redirect_to_url: target } = (found.intent.next_action ?? {}) as {
    redirect_to_url?: { return_url: string }
  }
  const outcome = decision === 'complete' ? 'complete' : 'fail'
  finishChallenge(world, found.state, found.intent, outcome)
  if (!redirects || target === undefined) return { status: 200, html: endPage(id) }
  const back = new URL(target.return_url)
  const { object, client_secret: secret } = found.intent
  back.searchParams.set(object, id)
  back.searchParams.set(`${object}_client_secret`, secret)
  back.searchParams.set('redirect_status', outcome === 'complete' ? 'succeeded' : 'failed')
  return { status: 302, location: back.href }
}

/** Finds an intent in any account. */
export function findIntent(
  world: World,
  id: string,
): { state: AccountState; intent: PaymentIntent | SetupIntent } | null {
  for (const state of [world.platform, ...world.accounts.values()]) {
    const intent = state.find('pi', id) ?? state.find('seti', id)
    if (intent !== undefined) return { state, intent }
  }
  return null
}

/** Ends the authentication that an intent waits for. */
export function finishChallenge(
  world: World,
  state: AccountState,
  intent: PaymentIntent | SetupIntent,
  outcome: ChallengeOutcome,
): void {
  const method = state.get('pm', intent.payment_method ?? '')
  if (outcome === 'fail') {
    refuse(world, state, intent)
    return
  }
  if (intent.object === 'setup_intent') {
    completeSetup({ world, state, intent, method })
    return
  }
  try {
    chargePayment({ world, state, intent, method }, true)
  } catch (error) {
    // The card is declined after its authentication; the intent has the error.
    if (!(error instanceof StripeError)) throw error
  }
}

function refuse(world: World, state: AccountState, intent: PaymentIntent | SetupIntent): void {
  const method = structuredClone(state.get('pm', intent.payment_method ?? ''))
  intent.status = 'requires_payment_method'
  intent.next_action = null
  intent.payment_method = null
  if (intent.object === 'payment_intent') {
    intent.last_payment_error = { ...FAILURE, payment_method: method }
    world.emit(state, 'payment_intent.payment_failed', intent)
  } else {
    intent.last_setup_error = {
      ...FAILURE,
      code: 'setup_intent_authentication_failure',
      payment_method: method,
    }
    world.emit(state, 'setup_intent.setup_failed', intent)
  }
}

const challengePage = (id: string, redirects: boolean): string =>
  htmlPage(
    'Confirm your payment',
    `<p>Your bank asks for a second step (3-D Secure test page).</p>
<form method="post" action="/challenge/${escapeHtml(id)}${redirects ? '/redirect' : ''}"><p>
<button class="main" name="decision" value="complete">Complete</button><button name="decision" value="fail">Fail</button></p></form>`,
  )

const endPage = (id: string): string =>
  htmlPage('Thank you', '<p>You can return to the shop.</p>').replace(
    '</body>',
    `<script>parent.postMessage({ stripe: 'challenge-done', id: ${JSON.stringify(id)} }, '*')</script></body>`,
  )
