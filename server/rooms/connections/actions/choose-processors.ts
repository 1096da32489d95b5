import type { z } from 'zod'
import type { processorChoices } from '../../../../contract/payments/processor-choices.ts'
import { PAYMENT_TYPES, paymentTypeText } from '../../../../domain/payments/payment-status.ts'
import type { Capabilities, PaymentProcessor } from '../../../gateways/payments/port.ts'
import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { refuseFields } from '../../../platform/refusal.ts'
import { chosenProvider, type ProcessorChoice } from '../rules.ts'
import { replaceChoices, selectChoices } from '../store/choices.ts'
import { lockConnections, selectConnections } from '../store/connections.ts'
import type { ConnectionRow } from '../tables.ts'
import { connectionOf } from './read-connection.ts'

type ShownChoices = z.input<typeof processorChoices>

/** Returns which processor takes new payments of each type that a connected one can take. */
export const readChoices = async (ctx: Ctx): Promise<ShownChoices> =>
  showChoices(findAble(ctx, await selectConnections(ctx)), await selectChoices(ctx))

/**
 * Chooses the processors of new payments. Stored methods and payments stay with the processor that made them. Refuses messages
 * beside a processor that is not connected, can't take the type or the currency, and beside what is named twice.
 */
export async function chooseProcessors(ctx: Ctx, choices: readonly ProcessorChoice[]): Promise<ShownChoices> {
  const able = findAble(ctx, await lockConnections(ctx))
  const wrong: Record<string, string[]> = {}
  for (const [index, choice] of choices.entries()) {
    const problem = findProblem(able, choices, index)
    if (problem !== null) wrong[`choices.${index}.${problem.field}`] = [problem.text]
    else if (
      choice.currency !== '' &&
      !choices.some((one) => one.type === choice.type && one.currency === '')
    )
      wrong[`choices.${index}.currency`] = ['Choose a processor for all other currencies too.']
  }
  if (Object.keys(wrong).length > 0) throw refuseFields(wrong)
  await replaceChoices(ctx, choices)
  await audit(ctx, 'connections.choose', { type: 'account', id: ctx.accountId }, {})
  return showChoices(able, await selectChoices(ctx))
}

/** Connected processors that take payments now, the earliest connected first. */
function findAble(ctx: Ctx, rows: readonly ConnectionRow[]): Able[] {
  const liveOnly = rows.some(({ live }) => live)
  return rows
    .filter(({ status, live }) => status === 'connected' && (live || !liveOnly))
    .flatMap((row) => {
      const adapter = ctx.app.processors.get(row.provider)
      return adapter
        ? [{ id: adapter.id, name: adapter.name, ...adapter.capabilities(connectionOf(ctx, row)) }]
        : []
    })
}

/** A processor with what this account's connection can do there. */
type Able = Pick<PaymentProcessor, 'id' | 'name'> & Capabilities

function findProblem(
  able: readonly Able[],
  choices: readonly ProcessorChoice[],
  index: number,
): { field: 'provider' | 'currency'; text: string } | null {
  const { type, currency, provider } = choices[index]!
  const found = able.find(({ id }) => id === provider)
  if (!found) return { field: 'provider', text: 'This processor takes no payments now. Connect it first.' }
  const { name, types, currencies } = found
  if (!types.includes(type))
    return {
      field: 'provider',
      text: `${name} can’t take payments by ${paymentTypeText(type).toLowerCase()}.`,
    }
  if (currency !== '' && currencies && !currencies.includes(currency))
    return { field: 'provider', text: `${name} can’t take payments in ${currency}.` }
  const first = choices.findIndex((one) => one.type === type && one.currency === currency)
  return first < index ? { field: 'currency', text: 'This currency has a processor already.' } : null
}

const showChoices = (able: readonly Able[], choices: readonly ProcessorChoice[]): ShownChoices => ({
  types: PAYMENT_TYPES.flatMap((type) => {
    const processors = able.filter(({ types }) => types.includes(type))
    if (processors.length === 0) return []
    const ofType = choices.filter((choice) => choice.type === type)
    return {
      type,
      provider: chosenProvider(ofType, type, '') ?? processors[0]!.id,
      currencies: ofType
        .filter(({ currency }) => currency !== '')
        .map(({ currency, provider }) => ({ currency, provider })),
      processors: processors.map((adapter) => ({
        provider: adapter.id,
        name: adapter.name,
        currencies: [...(adapter.currencies ?? [])],
      })),
    }
  }),
})
