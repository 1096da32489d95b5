import type { SandboxCard } from './state.ts'

/** Test numbers of the Sandbox and whether charges are refused. */
const CARDS: Readonly<Record<string, { brand: string; declines: boolean }>> = {
  '4242424242424242': { brand: 'visa', declines: false },
  '5555555555554444': { brand: 'mastercard', declines: false },
  '4000000000000341': { brand: 'visa', declines: true },
}

/** Reads a test number, with spaces as people type it. Null for any other number. */
export function readTestCard(number: string, nowMs: number): SandboxCard | null {
  const digits = number.replaceAll(/[ -]/g, '')
  const card = CARDS[digits]
  if (card === undefined) return null
  return { ...card, last4: digits.slice(-4), expMonth: 12, expYear: new Date(nowMs).getUTCFullYear() + 3 }
}
