import type { contract } from '../../../../../contract/index.ts'
import type { HandlerReplyOf } from '../../../../../contract/route.ts'
import type { ProcessorOption } from '../../../../gateways/payments/port.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { todayOf } from '../../../accounts/index.ts'
import { optionIdOf } from '../../rules/option-form.ts'
import { offeredProcessors, type Processor } from '../processor/find-processor.ts'

type Route = typeof contract.paymentMethods.forms

/** A form that stores a method without paying. */
export interface MethodForm {
  readonly processor: Processor
  readonly option: ProcessorOption
}

/** Returns the forms of the account's processors, by the id of their option. */
export const findMethodForms = async (uow: UnitOfWork, today: string): Promise<Map<string, MethodForm>> =>
  formsOf(await offeredProcessors(uow), today)

async function formsOf(processors: readonly Processor[], today: string): Promise<Map<string, MethodForm>> {
  const found = new Map<string, MethodForm>()
  for (const processor of processors) {
    const { adapter, connection } = processor
    for (const option of (await adapter.storeOptions?.(connection, today)) ?? [])
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
  const processors = await offeredProcessors(uow)
  const forms = await formsOf(processors, await uow.transaction(todayOf))
  return processors.flatMap(({ adapter, connection }) => {
    const { types, storedMethods, storesWithoutCharge } = adapter.capabilities(connection)
    if (!storedMethods) return []
    return types.map((type) => {
      const id = optionIdOf(adapter.id, type)
      const form = forms.get(id)?.option
      return {
        option: id,
        type,
        provider: adapter.id,
        storable: storesWithoutCharge.includes(type),
        fields: [...(form?.fields ?? [])],
        ...(form?.publishableKey !== undefined && { publishable_key: form.publishableKey }),
        sandbox: form?.sandbox ?? false,
      }
    })
  })
}
