import { expect, it } from 'vitest'
import { completedText, completionAt, matchingVariables } from './completion-at.ts'

const at = (text: string) => completionAt(text, text.length)

it('finds the name that is being typed', () => {
  expect(at('Hello {{')).toEqual({ from: 8, typed: '' })
  expect(at('Hello {{ cust')).toEqual({ from: 9, typed: 'cust' })
  expect(at('{% if invoice.da')).toEqual({ from: 6, typed: 'invoice.da' })
  expect(at('{% if totals.count == 1 and inv')).toEqual({ from: 28, typed: 'inv' })
  expect(at('{% for one in inv')).toEqual({ from: 14, typed: 'inv' })
})

it('finds nothing outside of Liquid and behind a filter', () => {
  for (const text of ['Hello', '{{ invoice.number }} and', '{{ invoice.number | up', '{ inv'])
    expect(at(text)).toBeNull()
})

it('closes an output that is open', () => {
  const text = 'Hello {{ '
  expect(completedText(text, text.length, 'customer.name')).toBe('customer.name }}')
  expect(completedText('{{ x }}', 3, 'customer.name')).toBe('customer.name')
  expect(completedText('{% if ', 6, 'message')).toBe('message')
})

it('lists names that begin with the typed text first', () => {
  const variables = ['company.name', 'invoice.number', 'customer.name'].map((name) => ({ name }))
  expect(matchingVariables(variables, 'n').map(({ name }) => name)).toEqual([
    'company.name',
    'invoice.number',
    'customer.name',
  ])
  expect(matchingVariables(variables, 'cu').map(({ name }) => name)).toEqual(['customer.name'])
})
