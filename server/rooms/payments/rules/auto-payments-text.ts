/** Turned on; or turned off by the customer, by staff, or with the removed method. */
export type AutoPaymentsChange = 'on' | 'customer' | 'staff' | 'method_removed'

interface Texts {
  readonly subject: string
  readonly preheader: string
  readonly heading: string
  readonly paragraphs: string[]
}

const PAY_BY_HAND = 'Please pay your invoices when they fall due.'
const ON_AGAIN = 'You can turn automatic payments on again in the portal.'

/** Email texts for turning automatic payments of a method ('Visa •••• 4242') on or off. */
export function autoPaymentsText(change: AutoPaymentsChange, company: string, method: string): Texts {
  const off = {
    preheader: `${method} is not charged by itself any more.`,
    heading: 'Automatic payments are off',
  }
  switch (change) {
    case 'on':
      return {
        subject: `Automatic payments to ${company} are on`,
        preheader: `${method} pays your invoices when they fall due.`,
        heading: 'Automatic payments are on',
        paragraphs: [
          `${company} charges ${method} for your invoices when they fall due. You get a notice before each charge.`,
          'To switch this off, open the portal, find the method under Payment Methods, and turn “Pay invoices automatically” off. If you did not switch it on, do that now, or answer this message.',
        ],
      }
    case 'customer':
      return {
        ...off,
        subject: `Automatic payments to ${company} are off`,
        paragraphs: [
          `As you asked, ${company} does not charge ${method} by itself any more. ${PAY_BY_HAND}`,
          `${ON_AGAIN} If you did not ask for this, answer this message.`,
        ],
      }
    case 'staff':
      return {
        ...off,
        subject: `${company} turned your automatic payments off`,
        paragraphs: [
          `${company} turned automatic payments off for you: ${method} is not charged by itself any more. ${PAY_BY_HAND}`,
          ON_AGAIN,
        ],
      }
    case 'method_removed':
      return {
        ...off,
        subject: `Automatic payments to ${company} are off`,
        paragraphs: [
          `${method} was removed from your payment methods, and automatic payments ended with it. ${PAY_BY_HAND}`,
          'You can turn them on for another method in the portal. If you did not remove it, answer this message.',
        ],
      }
  }
}
