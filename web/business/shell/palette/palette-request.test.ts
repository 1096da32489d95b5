import { expect, it } from 'vitest'
import { readRequest } from './palette-request.ts'

it.each([
  ['new invoice for Harbor', 'invoice', 'Harbor'],
  ['New Invoice Harbor Foods', 'invoice', 'Harbor Foods'],
  ['  create an invoice  to   Harbor & Pine ', 'invoice', 'Harbor & Pine'],
  ['invoice harbor', 'invoice', 'harbor'],
  ['bill harbor', 'invoice', 'harbor'],
  ['record payment Harbor', 'payment', 'Harbor'],
  ['record a payment from For Sale Ltd', 'payment', 'For Sale Ltd'],
  ['Received check from Harbor', 'payment', 'Harbor'],
  ['payment by Bill', 'payment', 'Bill'],
  ['new invoice for', 'invoice', ''],
])('reads %j', (text, action, customer) => {
  expect(readRequest(text)).toEqual({ action, customer })
})

it.each([
  '',
  'Harbor Foods',
  'new',
  'new invoice',
  'new customer Harbor',
  'payment',
  'for invoice Harbor',
  'INV-1042',
])('reads no request in %j', (text) => {
  expect(readRequest(text)).toBeNull()
})
