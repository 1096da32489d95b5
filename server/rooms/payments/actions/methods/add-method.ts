import type { z } from 'zod'
import type { contract } from '../../../../../contract/index.ts'
import type { askedBank, storedMethod } from '../../../../../contract/payments/payment-shapes.ts'
import type { InputOf } from '../../../../../contract/route.ts'
import { msg, type Text } from '../../../../../domain/languages/msg.ts'
import { checkFormField } from '../../../../../domain/parsing/form-fields.ts'
import type { Outcome, ProcessorError, StoredMethod } from '../../../../gateways/payments/port.ts'
import { consumeRateLimit } from '../../../../platform/auth/rate-limit.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import { failpoint } from '../../../../platform/control/failpoint.ts'
import { Refusal, refuse, refuseFields } from '../../../../platform/refusal.ts'
import { todayOf } from '../../../accounts/index.ts'
import { readCustomer } from '../../../customers/index.ts'
import { countDeclines } from '../pay/count-declines.ts'
import { requestHashes } from '../pay/hash-request.ts'
import { callProcessor, processorKey } from '../processor/call-processor.ts'
import { refuseUnavailable } from '../processor/refuse-unavailable.ts'
import { findMethodForms, type MethodForm } from './offer-method-forms.ts'
import { removeMethod } from './remove-method.ts'
import { settleMethod } from './settle-method.ts'
import { type MethodBody, startMethod } from './start-method.ts'

type Shown = z.input<typeof storedMethod>
type AskedBank = z.input<typeof askedBank>

const HOUR_S = 3600
const ATTEMPTS_PER_HOUR = 10

/**
 * Stores a payment method of the session's customer without paying, and removes the one that it replaces. When the payer's bank
 * asks first, returns what the browser needs for that, and the same request continues. A
 * repeated request_id gets its former reply. Refuses not_allowed, not_found, request_id_reused,
 * payment_failed, processor_unavailable, payments_paused, in_progress, too_many_requests, wrong_state, or
 * messages by field.
 */
export async function addMethod(
  uow: UnitOfWork,
  body: InputOf<typeof contract.paymentMethods.add>['body'],
): Promise<Shown | AskedBank> {
  if (uow.actor.kind !== 'customer') throw refuse('not_allowed')
  const { customerId, portalUserId } = uow.actor
  const today = await uow.transaction(todayOf)
  const form = (await findMethodForms(uow, today)).get(body.option)
  if (!form) throw refuse('wrong_state', msg('This kind of payment method is saved when you pay with it.'))
  checkForm(form, body.values, today)
  const hashes = requestHashes(uow.app.config, { customerId, ...body })
  const started = await uow.transaction((ctx) => startMethod(ctx, { customerId, form, body, hashes }))
  if (started.settled) return replacing(uow, body, started.settled)
  await failpoint('method.requested')
  await consumeRateLimit(uow.app, `methods ${uow.accountId} ${portalUserId}`, ATTEMPTS_PER_HOUR, HOUR_S)
  const outcome = await countDeclines(
    uow,
    () =>
      callStore(uow, form, {
        customerId,
        requestId: started.id,
        values: body.values,
        startedRef: started.startedRef,
      }),
    (made) => !made.ok && made.error.kind === 'declined',
  )
  await failpoint('method.answered')
  const stored = await uow.transaction((ctx) =>
    settleMethod(ctx, { id: started.id, customerId, form, body, outcome }),
  )
  await failpoint('method.stored')
  if (stored) return replacing(uow, body, stored)
  if (outcome.ok) throw refuse('in_progress')
  if (outcome.error.kind === 'needs_payer') return askBank(form, outcome.error)
  throw refusalOf(outcome.error)
}

/** The data that the browser needs to open the window of the payer's bank. The same request is sent again afterwards. */
const askBank = (
  { processor: { adapter, connection } }: MethodForm,
  { next }: ProcessorError,
): AskedBank => ({
  client_secret: next?.data ?? '',
  publishable_key: connection.credentials?.publishableKey ?? '',
  script: adapter.scriptUrl ?? '',
})

function refusalOf(error: ProcessorError): Refusal {
  if (error.kind === 'invalid' && error.fields) return refuseFields(error.fields)
  if (error.kind === 'declined' || error.kind === 'invalid')
    return refuse('payment_failed', error.userMessage ?? msg('This payment method was declined.'))
  if (error.kind === 'unknown_outcome' || error.kind === 'conflict') return refuse('in_progress')
  return refuseUnavailable(error.code)
}

function checkForm({ processor, option }: MethodForm, values: MethodBody['values'], today: string): void {
  const fields: Record<string, readonly Text[]> = {}
  const known = new Set(option.fields.map(({ name }) => name))
  for (const name of Object.keys(values))
    if (!known.has(name)) fields[name] = [msg('This field is not known.')]
  for (const field of option.fields) {
    const problem = checkFormField(field, values[field.name])
    if (problem !== null) fields[field.name] = [problem]
  }
  const found = processor.adapter.checkFields?.(option.type, values, today) ?? {}
  for (const [name, texts] of Object.entries(found)) fields[name] ??= texts
  if (Object.keys(fields).length > 0) throw refuseFields(fields)
}

async function callStore(
  uow: UnitOfWork,
  { processor: { adapter, connection }, option }: MethodForm,
  request: {
    customerId: string
    requestId: string
    values: MethodBody['values']
    startedRef: string | null
  },
): Promise<Outcome<StoredMethod>> {
  const customer = await uow.transaction((ctx) => readCustomer(ctx, request.customerId))
  return callProcessor(uow.app, `${adapter.id} store method`, () =>
    adapter.storeMethod!(
      connection,
      {
        ourId: request.requestId,
        type: option.type,
        values: request.values,
        ...(request.startedRef !== null && { startedRef: request.startedRef }),
        ...(uow.ip !== null && { consent: { ip: uow.ip, userAgent: uow.userAgent ?? '' } }),
        customer: {
          ref: customer.id,
          name: customer.companyName || customer.shortName,
          email: customer.email,
        },
      },
      processorKey(request.requestId, 'store'),
    ),
  )
}

/** Removes the method that the stored one replaces. It is gone already when the request is repeated. */
async function replacing(uow: UnitOfWork, { replaces }: MethodBody, stored: Shown): Promise<Shown> {
  if (replaces === undefined || replaces === stored.id || uow.actor.kind !== 'customer') return stored
  await removeMethod(uow, uow.actor.customerId, replaces).catch((error) => {
    if (!(error instanceof Refusal) || error.code !== 'not_found') throw error
  })
  return stored
}
