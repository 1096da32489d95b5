import { expect, it } from 'vitest'
import { daysOf, newStep, type StepValues } from '../editor/flow-values.ts'
import { placeStep } from './place-step.ts'

const at = (id: string, offset: number, more: Partial<StepValues> = {}): StepValues => ({
  ...newStep(id, [], 't'),
  ...daysOf(offset),
  ...more,
})
const first = at('first', 3)
const second = at('second', 10)

it('moves a step to the wanted day', () => {
  expect(placeStep([first, second], first, 7)).toBe(7)
  expect(placeStep([first, second], first, 0)).toBe(0)
  expect(placeStep([first, second], first, 20)).toBe(20)
})

it('passes over the day of another step in the direction of the move', () => {
  expect(placeStep([first, second], first, 10)).toBe(11)
  expect(placeStep([first, second], second, 3)).toBe(2)
})

it('lets the arrow keys pass over any number of steps, and a pointer rest before them', () => {
  const row = [first, at('after', 4), at('last', 5)]
  expect(placeStep(row, first, 4, true)).toBe(6)
  expect(placeStep(row, first, 4)).toBe(3)
  expect(placeStep(row, first, 5)).toBe(6)
  expect(placeStep([at('start', -90), at('near', -89)], at('near', -89), -90, true)).toBe(-89)
})

it('allows one day for steps of other kinds or dates', () => {
  expect(placeStep([first, at('task', 10, { kind: 'task' })], first, 10)).toBe(10)
  expect(placeStep([first, at('invoiced', 10, { anchor: 'invoice_date' })], first, 10)).toBe(10)
})

it('stays within the limits of a flow', () => {
  expect(placeStep([first], first, -400)).toBe(-90)
  expect(placeStep([first], first, 400)).toBe(365)
  expect(placeStep([first, at('end', 365)], first, 400)).toBe(364)
})

it('keeps repeats from running past the next step', () => {
  const repeated = at('repeated', 3, { repeatDays: '5', repeatTimes: '2' })
  const next = at('next', 20)
  expect(placeStep([repeated, next], repeated, 9)).toBe(9)
  expect(placeStep([repeated, next], repeated, 12)).toBe(9)
  expect(placeStep([repeated, next], repeated, 18)).toBe(21)
  expect(placeStep([repeated, next], next, 13)).toBe(14)
  expect(placeStep([repeated, next], next, 5)).toBe(2)
})

it('moves a step out of a contradiction, and one of a flow with others', () => {
  const twin = at('twin', 3)
  expect(placeStep([first, twin], twin, 4)).toBe(4)
  expect(placeStep([first, twin, second], second, 12)).toBe(12)
  const endless = at('endless', 30, { repeatTimes: '3' })
  expect(placeStep([first, endless], endless, 31)).toBe(31)
})
