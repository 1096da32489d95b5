import { describe, expect, it } from 'vitest'
import { hasLeft, senderBody, senderText, senderValuesOf, TYPED } from './sender-values.ts'

const MEMBERS = [{ pk: 'm', name: 'Jane Doe' }]
const typed = { from: TYPED, name: ' Jane Doe, Head of Finance ', email: ' jane@company.example ' }

describe('the sender of a step', () => {
  it('is read and written back', () => {
    for (const sender of [
      null,
      { member: 'm', name: 'The boss', email: '' },
      { member: null, name: 'Jane', email: 'jane@company.example' },
    ])
      expect(senderBody(senderValuesOf(sender))).toEqual(sender)
  })

  it('sends only the fields of what was chosen', () => {
    expect(senderBody(typed)).toEqual({
      member: null,
      name: 'Jane Doe, Head of Finance',
      email: 'jane@company.example',
    })
    expect(senderBody({ ...typed, from: 'm' })).toMatchObject({ member: 'm', email: '' })
    expect(senderBody({ ...typed, from: '' })).toBeNull()
  })

  it('is shown with the recipient of answers, except when the account sends', () => {
    expect(senderText(typed, MEMBERS)).toBe('Jane Doe, Head of Finance, answers go to jane@company.example')
    expect(senderText({ from: 'm', name: '', email: '' }, MEMBERS)).toBe('Jane Doe')
    expect(senderText({ from: 'm', name: 'The boss', email: '' }, MEMBERS)).toBe(
      'The boss, answers go to Jane Doe',
    )
    expect(senderText({ from: '', name: 'x', email: '' }, MEMBERS)).toBeNull()
    expect(senderText({ from: 'gone', name: 'x', email: '' }, MEMBERS)).toBeNull()
  })

  it('has left when the member is not on the team', () => {
    expect(hasLeft({ from: 'gone', name: '', email: '' }, MEMBERS)).toBe(true)
    expect(hasLeft({ from: 'm', name: '', email: '' }, MEMBERS)).toBe(false)
    expect(hasLeft(typed, MEMBERS)).toBe(false)
  })
})
