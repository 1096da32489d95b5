import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SIMULATED_KEYS, type SimulatedKeys } from '../seed/demo/simulated-keys.ts'
import { dataDirOf } from '../server/platform/config.ts'
import { fillClio, fillQuickBooks, fillXero } from '../simulators/books/fill-free-books.ts'
import { startClioSimulator } from '../simulators/clio/index.ts'
import { lawPayEnvironment, startLawPaySimulator } from '../simulators/lawpay/index.ts'
import { startPayPalSimulator } from '../simulators/paypal/index.ts'
import {
  createMerchantKeys,
  type MerchantKeys,
  type PayTraceSimulator,
  startPayTraceSimulator,
} from '../simulators/paytrace/index.ts'
import { startQuickBooksSimulator } from '../simulators/quickbooks/index.ts'
import { startStripeSimulator } from '../simulators/stripe/index.ts'
import { startXeroSimulator } from '../simulators/xero/index.ts'

/**
 * Starts a simulator of each payment processor, of QuickBooks Online, Xero and Clio in this process. Returns the environment variables
 * that connect the product to them. Nobody's money moves, and nothing leaves this machine.
 */
export async function startSimulators(): Promise<Readonly<Record<string, string>>> {
  const stripe = await startStripeSimulator({ adoptsAccounts: true })
  // Any client ID and a secret of at least eight characters connect a business.
  const payPal = await startPayPalSimulator({ acceptsAnyKeys: true })
  const payTrace = await startPayTraceSimulator({ keys: await readMerchantKeys(dataDirOf(process.env)) })
  console.log(`Simulated PayTrace: ${payTrace.origin} shows the keys of a company.`)
  const lawPay = await startLawPaySimulator()
  return {
    ...lawPayEnvironment(lawPay),
    ...(await startQuickBooks()),
    ...(await startXero()),
    ...(await startClio()),
    STRIPE_CLIENT_ID: stripe.clientId,
    STRIPE_SECRET_KEY: stripe.apiKey,
    STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
    STRIPE_API_URL: stripe.origin,
    STRIPE_CONNECT_URL: stripe.origin,
    STRIPE_SCRIPT_URL: `${stripe.origin}/endive/stripe.js`,
    PAYPAL: 'on',
    PAYPAL_API_URL: payPal.origin,
    PAYPAL_SANDBOX_API_URL: payPal.origin,
    PAYPAL_SCRIPT_URL: `${payPal.origin}/sdk/js`,
    PAYPAL_CLIENT_ID: payPal.partner.clientId,
    PAYPAL_CLIENT_SECRET: payPal.partner.secret,
    PAYPAL_PARTNER_ID: payPal.partner.partnerId,
    PAYPAL_PARTNER_WORLD: 'sandbox',
    PAYTRACE_API_URL: payTrace.origin,
    [SIMULATED_KEYS]: JSON.stringify(keysOf(payTrace)),
  }
}

/** Keys that connect a company by a form. Any client ID and secret do at the simulated PayPal. */
const keysOf = ({ userName, password, integratorId, publicKey }: PayTraceSimulator): SimulatedKeys => ({
  paypal: { world: 'sandbox', client_id: 'demo-client-of-a-company', secret: 'demo-secret-of-a-company' },
  paytrace: {
    user_name: userName,
    password,
    integrator_id: integratorId,
    public_key: publicKey,
    e_checks: 'yes',
  },
})

/** QuickBooks Online with two companies. The demo connects the first one; the other is free for a company of one's own. */
async function startQuickBooks(): Promise<Readonly<Record<string, string>>> {
  const { books, others, env } = await startQuickBooksSimulator({ others: ['Brightwater Studio'] })
  others.forEach(fillQuickBooks)
  for (const name of ['Alder Clinic', 'Beech Bakery', 'Cypress Studio']) {
    const address = `${name.split(' ')[0]?.toLowerCase()}@customers.test`
    const customer = { DisplayName: name, Active: true, PrimaryEmailAddr: { Address: address } }
    const { Id } = books.put('Customer', customer)
    for (const [at, amount] of [120, 86.4, 512.25].entries())
      books.addInvoice(Id, amount, `QB-${Id}-${at + 1}`)
    const memo = { DocNumber: `CM-${Id}`, TxnDate: '2026-11-02', TotalAmt: 25, Balance: 25 }
    books.put('CreditMemo', { ...memo, CustomerRef: { value: Id } })
  }
  return env
}

/** Xero with two organisations. The demo connects the first one; the other is free. */
async function startXero(): Promise<Readonly<Record<string, string>>> {
  const { books, others, env } = await startXeroSimulator({
    names: ['Brightwater Books', 'Brightwater Events'],
    seed: 'demo',
  })
  others.forEach(fillXero)
  for (const [number, name] of ['Dogwood Dental', 'Elm Events', 'Fir Furniture'].entries()) {
    const address = `${name.split(' ')[0]?.toLowerCase()}@customers.test`
    const contact = books.addContact(name, { EmailAddress: address })
    for (const [at, amount] of [240, 99.9, 1310.75].entries())
      books.addInvoice(contact, amount, `INV-${number + 1}0${at + 1}`)
    books.addCreditNote(contact, 25, `CN-${number + 1}`)
  }
  return env
}

/** Clio with two law firms. The demo connects the first one; the other is free. */
async function startClio(): Promise<Readonly<Record<string, string>>> {
  const { books, others, env } = await startClioSimulator({
    name: 'Brightwater Law LLP',
    others: ['Brightwater Legal PLLC'],
  })
  others.forEach(fillClio)
  for (const [number, name] of ['Gorse Gardens', 'Hazel Holdings', 'Ivy Imports'].entries()) {
    const address = `${name.split(' ')[0]?.toLowerCase()}@customers.test`
    const client = books.addContact(name, { primary_email_address: address })
    for (const [at, amount] of [420, 1180.5, 96.25].entries())
      books.addBill(client, amount, `${number + 1}0${at + 1}`)
    books.addCreditMemo(client, 25)
  }
  return env
}

/** The merchant's keys at the simulated PayTrace stay the same, so that a company is still connected after a restart. */
async function readMerchantKeys(folder: string): Promise<MerchantKeys> {
  const file = join(folder, 'simulated-paytrace.json')
  try {
    return JSON.parse(await readFile(file, 'utf8')) as MerchantKeys
  } catch {
    const keys = createMerchantKeys()
    await mkdir(folder, { recursive: true })
    await writeFile(file, JSON.stringify(keys), { mode: 0o600 })
    return keys
  }
}
