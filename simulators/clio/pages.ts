import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Fact, factsHtml, linksHtml, money, sendNotFound, sendPage, text } from '../books/html.ts'
import { escapeHtml } from '../pages/escape-html.ts'
import type { Books, Wire } from './books.ts'

const PLATFORM = 'Clio'
const AMOUNT = /^\d{1,9}(?:\.\d{1,2})?$/
const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Clio's addresses have the record after a hash, which only the browser sees. */
const GO_TO_RECORD = `<p id="note">Opening the record…</p><script>
const go = () => location.hash.startsWith('#/') ? location.replace('/nc/' + location.hash.slice(2)) : (document.getElementById('note').textContent = 'Open a record from Quittance.')
addEventListener('hashchange', go)
go()
</script>`

interface Given {
  readonly amount: string
  readonly date: string
  readonly reference: string
}

/** Answers the pages to which the product links, where a person enters the payment of a bill. Ids differ between the firms. */
export function servePage(
  firms: readonly Books[],
  request: IncomingMessage,
  url: URL,
  body: string,
  reply: ServerResponse,
): unknown {
  const [, , resource = '', id = '', part] = url.pathname.split('/')
  if (resource === '') return sendPage(reply, PLATFORM, 'Clio', GO_TO_RECORD)
  if (resource !== 'bills' && resource !== 'contacts') return sendNotFound(reply, PLATFORM)
  const books = firms.find((one) => one.find(resource, Number(id)) !== null) // not money: an id
  if (!books) return sendNotFound(reply, PLATFORM)
  const record = books.find(resource, Number(id))! // not money: an id
  if (resource === 'contacts') return showContact(books, record, reply)
  if (request.method !== 'POST') return showBill(books, record, reply)
  if (part !== 'payments') return sendNotFound(reply, PLATFORM)
  return enterPayment(books, record, new URLSearchParams(body), reply)
}

const billLink = (bill: Wire) => ({
  href: `/nc/bills/${bill.id}`,
  text: `Bill ${text(bill.number)} · ${money(bill.total)}`,
})

function showContact(books: Books, contact: Wire, reply: ServerResponse): unknown {
  const bills = books.list('bills').filter(({ client }) => (client as Wire | null)?.id === contact.id)
  const memos = books.list('credit_memos').filter((one) => (one.contact as Wire | null)?.id === contact.id)
  const facts: Fact[] = [
    ['Firm', books.name],
    ['Email', text(contact.primary_email_address)],
    ['Credit left', memos.map(({ id }) => money(books.creditLeft(String(id)))).join(', ')],
  ]
  return sendPage(
    reply,
    PLATFORM,
    text(contact.name),
    factsHtml(facts) + linksHtml('Bills', bills.map(billLink)),
  )
}

function showBill(
  books: Books,
  bill: Wire,
  reply: ServerResponse,
  wrong?: { text: string; given: Given },
): unknown {
  const client = bill.client as Wire | null
  const facts: Fact[] = [
    ['Firm', books.name],
    ['Client', client ? { href: `/nc/contacts/${client.id}`, text: text(client.name) } : ''],
    ['Issued', text(bill.issued_at)],
    ['Due', text(bill.due_at)],
    ['Tax', money(bill.total_tax)],
    ['Total', money(bill.total)],
    ['Paid', money(bill.paid)],
    ['Balance', money(bill.balance)],
    ['Status', text(bill.state).replaceAll('_', ' ')],
  ]
  const payments = books
    .list('allocations')
    .filter((one) => (one.bill as Wire).id === bill.id && one.voided_at === null)
    .map(
      (one) =>
        `<li>${escapeHtml(`${text(one.date)} · ${money(one.amount)} · ${text(one.description)}`)}</li>`,
    )
  const list = payments.length === 0 ? '' : `<h2>Payments</h2><ul>${payments.join('')}</ul>`
  const isOpen = Number(bill.balance) > 0 && bill.state !== 'void'
  const form = isOpen ? formHtml(books, bill, wrong) : ''
  const title = `Bill ${text(bill.number)}`
  return sendPage(reply, PLATFORM, title, factsHtml(facts) + list + form, wrong ? 400 : 200)
}

function formHtml(books: Books, bill: Wire, wrong?: { text: string; given: Given }): string {
  const given = wrong?.given ?? { amount: '', date: books.today(), reference: '' }
  const field = (name: keyof Given, label: string, more: string) =>
    `<label for="${name}">${label}</label><input id="${name}" name="${name}" value="${escapeHtml(given[name])}" ${more}>`
  return `<h2>Record payment</h2>${wrong ? `<p class="error" role="alert">${escapeHtml(wrong.text)}</p>` : ''}
<form method="post" action="/nc/bills/${bill.id}/payments">
${field('date', 'Date', 'type="date" required')}
${field('amount', 'Amount', 'inputmode="decimal" required')}
${field('reference', 'Reference', 'maxlength="100"')}
<button>Record payment</button></form>
<p class="note">Quittance sees it with its next sync. Press Sync now there to see it at once.</p>`
}

function enterPayment(books: Books, bill: Wire, form: URLSearchParams, reply: ServerResponse): unknown {
  const ask = (name: keyof Given) => (form.get(name) ?? '').trim().slice(0, 100)
  const given: Given = { amount: ask('amount'), date: ask('date'), reference: ask('reference') }
  const wrong = problemOf(bill, given)
  if (wrong !== null) return showBill(books, bill, reply, { text: wrong, given })
  books.pay(String(bill.id), Number(given.amount), { date: given.date, reference: given.reference }) // not money: JSON of the wire
  return reply.writeHead(303, { location: `/nc/bills/${bill.id}` }).end()
}

function problemOf(bill: Wire, { amount, date }: Given): string | null {
  const value = AMOUNT.test(amount) ? Number(amount) : 0 // not money: JSON of the wire
  if (!DAY.test(date) || Number.isNaN(Date.parse(date))) return 'Enter a date.' // the simulator's own clock
  if (value <= 0) return 'Enter an amount such as 40.00.'
  if (bill.state === 'void') return 'This bill is void.'
  return value > Number(bill.balance) ? 'The amount is more than the balance.' : null
}
