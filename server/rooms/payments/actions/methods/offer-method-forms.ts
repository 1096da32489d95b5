import type { contract } from '../../../../../contract/index.ts'
import type { HandlerReplyOf } from '../../../../../contract/route.ts'
import type { PaymentType } from '../../../../../domain/payments/payment-status.ts'
import type { ProcessorOption } from '../../../../gateways/payments/port.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { todayOf } from '../../../accounts/index.ts'
import { keepChosen } from '../../../connections/index.ts'
import { optionIdOf } from '../../rules/option-form.ts'
import { type Offered, offeredProcessors, type Processor } from '../processor/find-processor.ts'

type Route = typeof contract.paymentMethods.forms

/** A form that stores a method without paying. */
export interface MethodForm {
  readonly processor: Processor
  readonly option: ProcessorOption
}

/** Returns the forms of the account's processors, by the id of their option. */
export const findMethodForms = async (uow: UnitOfWork, today: string): Promise<Map<string, MethodForm>> =>
  formsOf(kindsOf(await offeredProcessors(uow)), today)

/** A type of method that a processor stores. */
interface Kind {
  readonly processor: Processor
  readonly type: PaymentType
}

/** Returns the kinds of method, each of its chosen processor. A stored method pays in every currency, so the default decides. */
const kindsOf = ({ processors, choices }: Offered): Kind[] =>
  keepChosen(
    processors.flatMap((processor) => {
      const { types, storedMethods } = processor.adapter.capabilities(processor.connection)
      return storedMethods ? types.map((type) => ({ processor, type })) : []
    }),
    ({ processor }) => processor.adapter.id,
    choices,
    '',
  )

async function formsOf(kinds: readonly Kind[], today: string): Promise<Map<string, MethodForm>> {
  const found = new Map<string, MethodForm>()
  for (const processor of new Set(kinds.map((kind) => kind.processor))) {
    const { adapter, connection } = processor
    for (const option of (await adapter.storeOptions?.(connection, today)) ?? [])
      if (kinds.some((kind) => kind.processor === processor && kind.type === option.type))
        found.set(optionIdOf(adapter.id, option.type), { processor, option })
  }
  return found
}

/**
 * Lists the kinds of method that a customer can have here, with the forms of those that their processor stores
 * without a charge. Refuses not_allowed.
 */
export async function offerMethodForms(uow: UnitOfWork): Promise<HandlerReplyOf<Route>> {
  if (uow.actor.kind !== 'customer' && uow.actor.kind !== 'preview') throw refuse('not_allowed')
  const kinds = kindsOf(await offeredProcessors(uow))
  const forms = await formsOf(kinds, await uow.transaction(todayOf))
  return kinds.map(({ processor: { adapter, connection }, type }) => {
    const { storesWithoutCharge } = adapter.capabilities(connection)
    const id = optionIdOf(adapter.id, type)
    const form = forms.get(id)?.option
    return {
      option: id,
      type,
      provider: adapter.id,
      storable: storesWithoutCharge.includes(type),
      fields: [...(form?.fields ?? [])],
      ...(form?.publishableKey !== undefined && { publishable_key: form.publishableKey }),
      ...(form?.script !== undefined && { script: form.script }),
      sandbox: form?.sandbox ?? false,
    }
  })
}
