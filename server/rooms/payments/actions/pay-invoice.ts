import type { MethodInput } from '../../../gateways/payments/port.ts'
import type { Steps } from '../../../platform/context.ts'
import { refuse, refuseFields } from '../../../platform/refusal.ts'
import { takeTurn } from '../../../platform/throttle.ts'
import { type Customer, readCustomer } from '../../customers/index.ts'
import { type Body, type FilledForm, parseOptionId, readOptionForm } from '../rules/option-form.ts'
import { type PayerPayment, type Payment, totalMinor } from '../rules/records.ts'
import { paymentOfRequest } from '../store/payments.ts'
import { answerPayer } from './answer-payer.ts'
import { applyOutcome } from './apply-outcome.ts'
import { callProvider, providerKey } from './call-provider.ts'
import { findWay, type Way } from './find-ways.ts'
import { requestHashes } from './hash-request.ts'
import { formOf, partialAllowed } from './offer-options.ts'
import { type Payable, readPayable } from './read-payable.ts'
import { isRetryable, type PaymentIntent, replayOf, startPayment } from './start-payment.ts'

const ATTEMPTS_PER_HOUR = 10

/**
 * Pays an invoice, or a part of it, in one of its ways: the intent is committed, the processor is called, the outcome is
 * committed. A request_id that was used before gets the answer of then.
 * Refuses invoice_unknown, invoice_not_payable, code_required, request_id_reused, in_progress, payment_failed,
 * processor_unavailable, too_many_requests, or messages by field.
 */
export async function payInvoice(
  steps: Steps,
  request: { invoiceId: string; optionId: string; body: Body },
): Promise<PayerPayment> {
  const { invoiceId, optionId, body } = request
  const hashes = requestHashes(steps.app.config, { invoiceId, optionId, body })
  const { payable, before } = await steps.transaction(async (ctx) => ({
    payable: await readPayable(ctx, invoiceId),
    before: typeof body.request_id === 'string' ? await paymentOfRequest(ctx, body.request_id) : null,
  }))
  if (before && !isRetryable(before)) return answerPayer(replayOf(before, hashes), payable.invoice, true)
  const option = parseOptionId(optionId)
  if (option === null) throw refuse('not_found')
  if (payable.payableMinor <= 0n) throw refuse('invoice_not_payable')
  const way = await findWay(steps, payable, option)
  const form = readForm(way, payable, body)
  await takeAttempt(steps, invoiceId)
  return charge(steps, way, {
    invoiceId,
    payable,
    providerId: way.processor.provider.id,
    type: way.type,
    stored: way.stored?.method ?? null,
    form,
    partialAllowed: partialAllowed(way, payable),
    hashes,
  })
}

function readForm(way: Way, payable: Payable, body: Body): FilledForm {
  const read = readOptionForm(body, { ...formOf(way, payable), partialAllowed: partialAllowed(way, payable) })
  if (!read.ok) throw refuseFields(read.fields)
  const { provider } = way.processor
  const problems = way.stored
    ? null
    : provider.checkFields?.(way.type, read.form.values, payable.settings.today)
  if (problems) throw refuseFields(mutable(problems))
  return read.form
}

/** Attempts of one payer on one invoice. Jobs count their own. */
async function takeAttempt(steps: Steps, invoiceId: string): Promise<void> {
  const { actor } = steps
  if (actor.kind !== 'customer' && actor.kind !== 'pay_link') return
  const payer = actor.kind === 'customer' ? actor.portalUserId : actor.payLinkId
  await takeTurn(steps.app, `pay ${steps.accountId} ${invoiceId} ${payer}`, ATTEMPTS_PER_HOUR, 3600)
}

/** The three steps. A request that somebody else made in this moment charges nothing and gets their answer. */
async function charge(steps: Steps, way: Way, intent: PaymentIntent): Promise<PayerPayment> {
  const { payable } = intent
  const { payment, replay, payer } = await steps.transaction(async (ctx) => {
    const started = await startPayment(ctx, intent)
    return { ...started, payer: await readCustomer(ctx, started.payment.customer_id) }
  })
  if (replay) return answerPayer(payment, payable.invoice, true)
  const { provider, connection, recipient } = way.processor
  const outcome = await callProvider(steps.app, `${provider.id} create`, () =>
    provider.create(
      connection,
      requestOf(payment, way, intent.form, payable, payer),
      providerKey(payment.id, 'create'),
    ),
  )
  const { settled, invoice } = await steps.transaction(async (ctx) => ({
    settled: await applyOutcome(ctx, payment.id, outcome, { recipient, cause: 'reply' }),
    invoice: (await readPayable(ctx, payable.invoice.id)).invoice,
  }))
  if (!outcome.ok && outcome.error.kind === 'invalid' && outcome.error.fields)
    throw refuseFields(mutable(outcome.error.fields))
  return answerPayer(settled, invoice, false)
}

function requestOf(payment: Payment, way: Way, form: FilledForm, payable: Payable, payer: Customer) {
  const method: MethodInput = way.stored
    ? { kind: 'stored', token: way.stored.token }
    : { kind: 'fields', values: form.values }
  return {
    ourId: payment.id,
    amount: { minor: totalMinor(payment), currency: payment.currency },
    type: way.type,
    method,
    customer: { ref: payer.id, name: payer.companyName || payer.shortName, email: payer.email },
    invoice: { id: payable.invoice.id, number: payable.invoice.number },
    storeMethod: form.storeMethod,
    payerPresent: payment.channel !== 'auto',
    capture: 'now' as const,
  }
}

const mutable = (fields: Readonly<Record<string, readonly string[]>>): Record<string, string[]> =>
  Object.fromEntries(Object.entries(fields).map(([name, texts]) => [name, [...texts]]))
