import { expect, it } from 'vitest'
import type { CommandGroup } from '../../../ui/overlay/command-palette.tsx'
import { SETTINGS_PAGES } from '../../accounts/settings/settings-pages.ts'
import { isNamed, matchCommands } from './palette-commands.tsx'
import { customerActions, requestedActions } from './palette-customer.tsx'

const labels = (groups: readonly CommandGroup[]): string[] =>
  groups.flatMap(({ items }) => items.map(({ label }) => label))
const owner = { role: 'owner', keptHere: true } as const
const viewer = { role: 'viewer', keptHere: true } as const
const noGo = () => {}
const found = (text: string, caller: Parameters<typeof matchCommands>[1] = owner) =>
  labels(matchCommands(text, caller, noGo, []))

it('finds a command by a part of its name, by its words in any order, and by other words for it', () => {
  const command = { label: 'Log Out', also: ['sign out', 'logout'] }
  for (const text of ['', 'log', ' OUT', 'out log', 'sign', 'logout'])
    expect(isNamed(command, text)).toBe(true)
  for (const text of ['logoff', 'out of', 'signed']) expect(isNamed(command, text)).toBe(false)
})

it('lists every settings page that the role may open', () => {
  const pages = SETTINGS_PAGES.map(({ title }) => title)
  expect(found('settings')).toEqual(expect.arrayContaining(pages))
  expect(found('settings', viewer)).not.toContain('Developers')
  expect(found('settings', viewer)).toContain('Profile')
  expect(found('settings', { role: 'advisor', keptHere: true })).not.toContain('Portal settings')
  expect(found('payment set')).toEqual(['Payment settings'])
})

it('lists the reports and the overdue invoices', () => {
  expect(found('aging')).toEqual(['Aging over time', 'Aging by customer'])
  expect(found('chart')).toContain('Expected cash')
  expect(found('past due')).toEqual(['Overdue invoices'])
  expect(found('payouts')).toEqual(['Payouts'])
})

it('offers the requested action for each customer, to those who may take it', () => {
  const customers = [
    { pk: '1', name: 'Harbor Foods' },
    { pk: '2', name: 'Harbor & Pine' },
  ]
  const requested = (action: 'invoice' | 'payment', caller: Parameters<typeof requestedActions>[2]) =>
    labels([requestedActions(action, customers, caller, noGo)])
  expect(requested('invoice', owner)).toEqual([
    'New invoice for Harbor Foods',
    'New invoice for Harbor & Pine',
  ])
  expect(requested('payment', owner)).toEqual([
    'Record payment from Harbor Foods',
    'Record payment from Harbor & Pine',
  ])
  expect(requested('payment', { ...owner, keptHere: false })).toHaveLength(2)
  expect(requested('invoice', { ...owner, keptHere: false })).toEqual([])
  expect(requested('invoice', viewer)).toEqual([])
  expect(requested('payment', viewer)).toEqual([])
  expect(labels([customerActions(customers, viewer, noGo, noGo)])).toEqual([
    'Statement of Harbor Foods',
    'Statement of Harbor & Pine',
  ])
})
