import { expect, it } from 'vitest'
import { checkPassword } from '../../../domain/people/password-rules.ts'
import { commonPasswords } from './common-passwords.ts'

it('refuses all of the ten thousand most common passwords in any spelling', async () => {
  const list = await commonPasswords()
  expect(list.size).toBeGreaterThan(10_000)
  for (const password of list) expect(password).toBe(password.toLowerCase())
  const refused = (password: string) => checkPassword(password, { commonPasswords: list })
  for (const password of [
    'Password',
    'TRUSTNO1',
    'baseball',
    'Michelle',
    'summer2026',
    'Dragon123!',
    'letmein!!',
  ])
    expect(refused(password), password).toBe('common')
  for (const password of ['collect-what-is-owed', 'nine8.8owls', 'violet tractor 19 hums'])
    expect(refused(password), password).toBeNull()
})

it('decompresses the list once', async () => {
  expect(await commonPasswords()).toBe(await commonPasswords())
})
