import { escapeHtml } from '../../pages/escape-html.ts'
import { verifyMicrodeposits } from '../rules/verify-microdeposits.ts'
import type { World } from '../state/world.ts'
import { Parameters } from '../wire/parameters.ts'
import { StripeError } from '../wire/stripe-error.ts'
import { findIntent } from './challenge.ts'
import { htmlPage, type PageReply } from './html.ts'

/** Answers the page on which a customer enters the code of the two small deposits; a null code shows its form. */
export function answerMicrodeposits(world: World, id: string, code: string | null): PageReply {
  const found = findIntent(world, id)
  if (found?.intent.next_action?.type !== 'verify_with_microdeposits')
    return {
      status: 404,
      html: htmlPage('Nothing to verify', '<p>This bank account needs no verification.</p>'),
    }
  if (code === null) return { status: 200, html: formPage(id, '') }
  try {
    const params = new Parameters({ descriptor_code: code.trim() })
    verifyMicrodeposits({ world, state: found.state, params }, found.intent)
    return {
      status: 200,
      html: htmlPage('Your bank account is verified', '<p>The payment is on its way.</p>'),
    }
  } catch (error) {
    if (!(error instanceof StripeError)) throw error
    return { status: 200, html: formPage(id, error.message) }
  }
}

const formPage = (id: string, problem: string): string =>
  htmlPage(
    'Verify your bank account',
    `<p>Enter the six characters that begin with SM from your bank statement. Here they are always SM11AA.</p>
<form method="post" action="/microdeposits/${escapeHtml(id)}">
${problem === '' ? '' : `<p role="alert">${escapeHtml(problem)}</p>`}
<label>Code <input name="code" required></label>
<p><button class="main">Verify</button></p></form>`,
  )
