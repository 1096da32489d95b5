import { escapeHtml } from '../../pages/escape-html.ts'
import { approveOrder } from '../rules/capture-order.ts'
import { FUNDINGS, type Funding, type Order } from '../state/wire-types.ts'
import type { World } from '../state/world.ts'
import { htmlPage, type PageReply } from './html.ts'

const TEXTS: Readonly<Record<Funding, string>> = {
  balance: 'PayPal balance',
  bank: 'Bank account (takes days to clear)',
  review: 'PayPal balance, reviewed first',
  declined: 'Card that is declined',
}

/** The window in which a payer approves an order. `decision`: null to show it. */
export function answerCheckout(world: World, form: URLSearchParams, decision: string | null): PageReply {
  const id = form.get('token') ?? ''
  // The window opens before the order is created.
  if (id === '') return { status: 200, html: htmlPage('PayPal', '<p>One moment…</p>') }
  const located = find(world, id)
  if (!located)
    return { status: 404, html: htmlPage('Order not found', '<p>Close this window and start again.</p>') }
  const { business, order } = located
  if (decision === null) return { status: 200, html: showOrder(order, business.name) }
  if (decision !== 'approve') return { status: 200, html: closing(id, 'canceled') }
  const funding = FUNDINGS.find((one) => one === form.get('funding')) ?? 'balance'
  approveOrder(world, business, order, funding)
  return { status: 200, html: closing(id, 'approved') }
}

function find(world: World, id: string) {
  for (const business of world.businesses.values()) {
    const order = business.orders.get(id)
    if (order) return { business, order }
  }
  return null
}

function showOrder({ id, status, purchase_units: [unit] }: Order, seller: string): string {
  if (status !== 'CREATED' && status !== 'PAYER_ACTION_REQUIRED')
    return htmlPage('Nothing to approve', '<p>This payment was approved before. Close this window.</p>')
  const { amount, description = '' } = unit!
  const sources = FUNDINGS.map(
    (one, index) =>
      `<label><input type="radio" name="funding" value="${one}"${index === 0 ? ' checked' : ''}>${TEXTS[one]}</label>`,
  ).join('')
  return htmlPage(
    `Pay ${seller}`,
    `<p>${escapeHtml(description)}</p><p class="amount">${escapeHtml(`${amount.value} ${amount.currency_code}`)}</p>
<form method="post" action="/checkoutnow"><input type="hidden" name="token" value="${escapeHtml(id)}">
<fieldset><legend>Pay with</legend>${sources}</fieldset>
<p><button class="main" name="decision" value="approve">Complete purchase</button><button name="decision" value="cancel">Cancel and return</button></p></form>`,
  )
}

/** Tells the page that opened the window, and closes it. */
const closing = (order: string, answer: 'approved' | 'canceled'): string =>
  htmlPage(
    answer === 'approved' ? 'Thank you' : 'Canceled',
    `<p>Close this window to go back.</p><script>
opener?.postMessage({ simulatedPayPal: ${JSON.stringify(order).replaceAll('<', '\\u003c')}, answer: '${answer}' }, '*')
window.close()</script>`,
  )
