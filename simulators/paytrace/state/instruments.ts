/** The answer of the payer's bank about a card. */
export interface CardOutcome {
  /** 101 approved, 102 declined, 103 approved and voided because of the security code. */
  readonly code: 101 | 102 | 103
  readonly message: string
}

const APPROVED: CardOutcome = { code: 101, message: 'EXACT MATCH - Approved and completed' }

const OUTCOMES: Readonly<Record<string, CardOutcome>> = {
  '4000000000000002': { code: 102, message: '    DECLINE    - Do not honor' },
  '4000000000009995': { code: 102, message: '    DECLINE    - Insufficient funds' },
  '4000000000000069': { code: 102, message: '    EXPIRED CARD - Expired card' },
  '4000000000000127': { code: 103, message: '    CVV2 MISMATCH - Security code mismatch' },
  '4000000000000119': { code: 102, message: '    CALL       - Processing error' },
}

export const outcomeOf = (number: string): CardOutcome => OUTCOMES[number] ?? APPROVED

const ROUTING_NUMBER_WEIGHTS = [3, 7, 1, 3, 7, 1, 3, 7, 1]

/** Checks the check digit of a routing number. */
export const isRoutingNumber = (text: string): boolean =>
  /^\d{9}$/.test(text) &&
  ROUTING_NUMBER_WEIGHTS.reduce((sum, weight, at) => sum + weight * Number(text[at]), 0) % 10 === 0

export const isCardNumber = (text: string): boolean => /^\d{12,19}$/.test(text) && luhn(text)

function luhn(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, digit, at) => {
    const doubled = at % 2 === 1 ? Number(digit) * 2 : Number(digit)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}
