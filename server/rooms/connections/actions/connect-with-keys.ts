import type { KeyField, ProcessorError } from '../../../gateways/payments/port.ts'
import type { UnitOfWork } from '../../../platform/context.ts'
import { type Refusal, refuse, refuseFields } from '../../../platform/refusal.ts'
import { checkFlag } from './check-flag.ts'
import { keyed } from './find-connectable.ts'
import { type BeforeEnd, keepConnection } from './keep-connection.ts'
import type { ShownConnection } from './list-connections.ts'

type Values = Readonly<Record<string, string>>
type Messages = Readonly<Record<string, readonly string[]>>

/**
 * Connects the account by its keys, after the processor accepted them. Refuses messages by field, connection_refused where
 * the processor doesn't say which key is wrong, other_business, processor_unavailable, and not_found for a processor without a form.
 */
export async function connectWithKeys(
  uow: UnitOfWork,
  provider: string,
  {
    values: given,
    other_account: otherAccount = false,
  }: { values: Values; other_account?: boolean | undefined },
  beforeEnd: BeforeEnd,
): Promise<ShownConnection> {
  const adapter = keyed(uow.app, provider)
  const { actor } = uow
  if (actor.kind !== 'staff') throw refuse('not_allowed')
  await uow.transaction((ctx) => checkFlag(ctx, adapter))
  const wrong = checkValues(adapter.keyFields, given)
  if (Object.keys(wrong).length > 0) throw refuseFields(wrong)
  const values = Object.fromEntries(adapter.keyFields.map(({ name }) => [name, given[name] ?? '']))
  const connected = await adapter.connectWithKeys(values)
  if (!connected.ok) throw refusalOf(adapter.name, connected.error)
  return keepConnection(uow, adapter, connected.value, { userId: actor.userId, otherAccount, beforeEnd })
}

function checkValues(fields: readonly KeyField[], given: Values): Messages {
  const wrong: Record<string, readonly string[]> = {}
  for (const name of Object.keys(given))
    if (!fields.some((field) => field.name === name)) wrong[name] = ['This form has no such field.']
  for (const { name, required, choices } of fields) {
    const value = given[name] ?? ''
    if (value === '' && required) wrong[name] = ['This field is required.']
    if (value !== '' && choices && !choices.some((choice) => choice.value === value))
      wrong[name] = ['Choose one of the values.']
  }
  return wrong
}

function refusalOf(processor: string, { kind, fields, businessMessage }: ProcessorError): Refusal {
  if (fields) return refuseFields(fields)
  if (kind === 'unavailable' || kind === 'rate_limited' || kind === 'unknown_outcome')
    return refuse('processor_unavailable', `${processor} did not answer. Please try again.`)
  return refuse(
    'connection_refused',
    businessMessage ?? `${processor} did not accept these keys. Copy them from ${processor} again.`,
  )
}
