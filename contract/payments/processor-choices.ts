import { z } from 'zod'
import { PAYMENT_TYPES } from '../../domain/payments/payment-status.ts'
import { route } from '../route.ts'
import { accountParams, currency, strict, text } from '../shapes.ts'

const type = z.enum(PAYMENT_TYPES)

/** The processor of new payments, by type and currency. */
export const processorChoices = z.object({
  types: z.array(
    z.object({
      type,
      provider: z
        .string()
        .describe(
          'takes this type; nobody does while it is none of `processors`, because its connection ended',
        ),
      currencies: z
        .array(z.object({ currency: z.string(), provider: z.string() }))
        .describe('that another processor takes'),
      processors: z
        .array(
          z.object({
            provider: z.string(),
            name: z.string(),
            currencies: z.array(z.string()).describe('all that it takes; none where it takes every one'),
          }),
        )
        .describe('connected ones that can take this type'),
    }),
  ),
})

export const processorChoice = {
  read: route({
    method: 'GET',
    path: '/api/accounts/:account/processor-choices/',
    summary: 'Read which connected processor takes new payments of each type',
    access: { kind: 'staff', right: 'settings.read' },
    params: accountParams,
    reply: processorChoices,
  }),
  choose: route({
    method: 'PUT',
    path: '/api/accounts/:account/processor-choices/',
    summary: 'Choose the processors of new payments. Stored methods stay where they are',
    access: { kind: 'staff', right: 'processor.connect' },
    params: accountParams,
    body: strict({
      choices: z
        .array(
          strict({
            type,
            currency: z
              .union([z.literal(''), currency])
              .describe('empty for all without a choice of their own'),
            provider: text(40),
          }),
        )
        .max(200, 'At most 200 choices.'),
    }),
    reply: processorChoices,
  }),
}
