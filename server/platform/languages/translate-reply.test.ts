import { expect, it } from 'vitest'
import { z } from 'zod'
import { productText } from '../../../contract/shapes.ts'
import { translateReply } from './translate-reply.ts'

const shape = z.object({
  name: z.string(),
  status: productText.describe('a status'),
  next: z.object({ text: productText.nullable() }).nullable(),
  fields: z.array(z.object({ label: productText, choices: z.array(productText).optional() })),
  named: z.record(z.string(), z.object({ label: productText })),
  either: z.union([z.object({ a: productText }), z.object({ b: z.string() })]),
})

it('translates the declared texts, at any depth, and nothing else', () => {
  const reply = {
    name: 'Paid',
    status: 'Confirmed',
    next: { text: 'Your bank asks you to approve this payment.' },
    fields: [{ label: 'Card number', choices: ['Credit card', 'Visa •••• 4242'] }, { label: 'Own words' }],
    named: { number: { label: 'Card number' } },
    either: { b: 'Paid' },
  }
  expect(translateReply(shape, reply, 'de')).toEqual({
    name: 'Paid',
    status: 'Bestätigt',
    next: { text: 'Ihre Bank bittet Sie, diese Zahlung freizugeben.' },
    fields: [{ label: 'Kartennummer', choices: ['Kreditkarte', 'Visa •••• 4242'] }, { label: 'Own words' }],
    named: { number: { label: 'Kartennummer' } },
    either: { b: 'Paid' },
  })
  expect(translateReply(shape, { ...reply, next: null }, 'de')).toMatchObject({ next: null })
  expect(translateReply(shape, { ...reply, next: { text: null } }, 'fr')).toMatchObject({
    next: { text: null },
  })
})
