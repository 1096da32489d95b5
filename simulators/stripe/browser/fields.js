/** Lines of fields by payment method. */
export const FIELDS = {
  card: [
    [{ name: 'number', inputmode: 'numeric', autocomplete: 'cc-number', placeholder: '1234 1234 1234 1234' }],
    [
      { name: 'expiry', inputmode: 'numeric', autocomplete: 'cc-exp', placeholder: 'MM / YY' },
      { name: 'cvc', inputmode: 'numeric', autocomplete: 'cc-csc', placeholder: '123' },
      { name: 'zip', autocomplete: 'billing postal-code', placeholder: '12345' },
    ],
  ],
  us_bank_account: [
    [{ name: 'name', autocomplete: 'name' }],
    [
      { name: 'routing', inputmode: 'numeric', placeholder: '110000000' },
      { name: 'account', inputmode: 'numeric', placeholder: '000123456789' },
    ],
    [{ name: 'verification', options: ['instant', 'microdeposits'] }],
  ],
}

function hasCheckDigit(number) {
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}

function findExpiryProblem(value) {
  const [, month, year] = /^(\d{2}) ?\/? ?(\d{2})$/.exec(value) ?? []
  if (month === undefined) return 'incomplete_expiry'
  if (Number(month) < 1 || Number(month) > 12) return 'invalid_expiry'
  const now = new Date()
  const isPast = (2000 + Number(year)) * 12 + Number(month) < now.getFullYear() * 12 + now.getMonth() + 1
  return isPast ? 'invalid_expiry_year_past' : null
}

/** Returns the code of what is wrong in a field, or null. */
export function findProblem(name, values) {
  const value = values[name] ?? ''
  const digits = value.replaceAll(' ', '')
  switch (name) {
    case 'number':
      if (!/^\d{13,19}$/.test(digits)) return 'incomplete_number'
      return hasCheckDigit(digits) ? null : 'invalid_number'
    case 'expiry':
      return findExpiryProblem(value)
    case 'cvc':
      return /^\d{3,4}$/.test(value) ? null : 'incomplete_cvc'
    case 'zip':
      return value === '' ? 'incomplete_zip' : null
    case 'name':
      return value === '' ? 'incomplete_name' : null
    case 'routing':
      return /^\d{9}$/.test(value) ? null : 'incomplete_routing_number'
    case 'account':
      return /^\d{4,17}$/.test(value) ? null : 'incomplete_account_number'
    default:
      return null
  }
}

const en = {
  method: 'Payment method',
  card: 'Card',
  us_bank_account: 'US bank account',
  number: 'Card number',
  expiry: 'Expiration date',
  cvc: 'Security code',
  zip: 'ZIP code',
  name: 'Full name',
  routing: 'Routing number',
  account: 'Account number',
  verification: 'Verification',
  option_instant: 'Instantly',
  option_microdeposits: 'By two small deposits',
  mandate: 'By continuing, you authorize the business to debit your bank account for this amount.',
  incomplete_number: 'Your card number is incomplete.',
  invalid_number: 'Your card number is invalid.',
  incomplete_expiry: "Your card's expiration date is incomplete.",
  invalid_expiry: "Your card's expiration date is invalid.",
  invalid_expiry_year_past: "Your card's expiration year is in the past.",
  incomplete_cvc: "Your card's security code is incomplete.",
  incomplete_zip: 'Your postal code is incomplete.',
  incomplete_name: 'Your name is incomplete.',
  incomplete_routing_number: 'Your routing number is incomplete.',
  incomplete_account_number: 'Your account number is incomplete.',
  connection: 'We could not reach the payment service. Try again.',
}

/** Texts of the fields by language; a missing one is English. */
export const TEXTS = {
  en,
  de: {
    number: 'Kartennummer',
    expiry: 'Ablaufdatum',
    cvc: 'Prüfziffer',
    zip: 'Postleitzahl',
    card: 'Karte',
    method: 'Zahlungsart',
    us_bank_account: 'US-Bankkonto',
    incomplete_number: 'Ihre Kartennummer ist unvollständig.',
  },
  fr: {
    number: 'Numéro de carte',
    expiry: "Date d'expiration",
    cvc: 'Code de sécurité',
    zip: 'Code postal',
    card: 'Carte',
    method: 'Moyen de paiement',
    us_bank_account: 'Compte bancaire américain',
    incomplete_number: 'Votre numéro de carte est incomplet.',
  },
  es: {
    number: 'Número de tarjeta',
    expiry: 'Fecha de caducidad',
    cvc: 'Código de seguridad',
    zip: 'Código postal',
    card: 'Tarjeta',
    method: 'Método de pago',
    us_bank_account: 'Cuenta bancaria de EE. UU.',
    incomplete_number: 'Su número de tarjeta está incompleto.',
  },
}
