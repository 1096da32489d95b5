import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../domain/dates/durations.ts'
import { newPasswordErrors, SESSION_LIFE_MS, TOKEN_LIFE_MS } from './rules.ts'

describe('lifetimes', () => {
  it('limits sessions to 12 h for staff, 8 h for customers and pay links, 30 min for previews', () => {
    expect(SESSION_LIFE_MS).toEqual({
      staff: 12 * HOUR_MS,
      portal: 8 * HOUR_MS,
      preview: HOUR_MS / 2,
      paylink: 8 * HOUR_MS,
    })
  })

  it('limits links to 15 or 30 minutes, a day or a week, and codes to 10 minutes', () => {
    expect(TOKEN_LIFE_MS).toEqual({
      verify_email: DAY_MS,
      change_email: DAY_MS,
      restore_email: 168 * HOUR_MS,
      undo_second_factor: 168 * HOUR_MS,
      reset_password: HOUR_MS / 2,
      invite_user: 168 * HOUR_MS,
      portal_enrol: 168 * HOUR_MS,
      portal_reset: HOUR_MS / 2,
      portal_undo_second_factor: 168 * HOUR_MS,
      portal_log_in: HOUR_MS / 4,
      pay_link_code: HOUR_MS / 6,
      pay_link_portal: HOUR_MS / 6,
    })
  })
})

describe('newPasswordErrors', () => {
  const about = { email: 'ada@harborfoods.test', companyNames: ['Brightwater Supply Co.'] }
  const errors = (password1: string, password2 = password1) =>
    newPasswordErrors({ password1, password2 }, about, new Set(['password']))

  it.each([
    ['seven77', 'Use at least 8 characters.'],
    ['x1'.repeat(65), 'Use at most 128 characters.'],
    ['password123', 'This password is too easy to guess. Choose another one.'],
    ['ada@harborfoods.test', 'This password is too easy to guess. Choose another one.'],
    ['my-Quittance-login', 'The password must not contain the name of this product.'],
    ['brightWATER-2026!', 'The password must not contain the name of your company.'],
  ])('refuses %s', (password, message) => {
    expect(errors(password)).toEqual({ password1: [message] })
  })

  it.each([
    'eight8.8',
    'all lower case words',
    '日本語のパスワード',
    'p'.concat('q7'.repeat(63)),
    ' spaces ',
  ])('accepts %s', (password) => {
    expect(errors(password)).toBeNull()
  })

  it('refuses two different passwords', () => {
    expect(errors('a fine password', 'another password')).toEqual({
      password2: ['The passwords don’t match. Enter the same one twice.'],
    })
  })
})
